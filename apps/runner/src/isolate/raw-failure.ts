import type { RunFailure } from '@svc/contracts';

/** A failure as the isolate sees it: positions are still those of the script. */
export type RawFailure = Omit<RunFailure, 'location' | 'codeFrame'>;
