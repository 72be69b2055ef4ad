import { MAX_RESULT_WAIT_SECONDS } from '@svc/contracts';

const WAIT = /(?:^|[,\s])wait\s*=\s*"?(\d{1,9})(?!\d)/i;

/** How long a caller wants to wait, by the header `Prefer` (RFC 7240, section 4.3). What is not understood is no preference. */
export function preferredWaitMs(prefer: string | undefined): number {
  const seconds = Number(WAIT.exec(prefer ?? '')?.[1] ?? 0);
  return Math.min(seconds, MAX_RESULT_WAIT_SECONDS) * 1000;
}
