import type { RunRequest } from '@svc/contracts';

/** What a run knows about itself: the request without what only the host may see. */
export type RunContext = Pick<
  RunRequest,
  'function' | 'environmentName' | 'connection' | 'input' | 'sync' | 'purpose' | 'logLevel'
>;
