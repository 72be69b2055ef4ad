import type { Verification } from '@svc/contracts';
import { AppError } from '@svc/errors';

/**
 * What one endpoint says about credentials. `refused`: it does not know them. `outage`: it says nothing now and may later.
 * `absent`: there is no such address. `inconclusive`: it says something else, such as that a right is missing.
 */
export type TestMeaning = 'works' | 'refused' | 'outage' | 'absent' | 'inconclusive';

/** How a try at one endpoint ended. */
export interface TestAnswer {
  readonly meaning: TestMeaning;
  /** In words that go on after "because". */
  readonly words: string;
  /** What the definition wants kept of it. */
  readonly captured?: Readonly<Record<string, unknown>>;
}

const UNAUTHORIZED = 401;
const TIMEOUT = 408;
const TOO_MANY = 429;
const ABSENT: readonly number[] = [404, 405, 410, 501];

/** Reads a status. 403 knows who is asking, unless the definition says otherwise. */
export function readStatus(status: number, { refusal_statuses: refusals = [] }: Verification): TestAnswer {
  const words = `it answered ${status}`;
  if (status < 400) return { meaning: 'works', words };
  if (status === UNAUTHORIZED || refusals.includes(status)) return { meaning: 'refused', words };
  if (ABSENT.includes(status)) return { meaning: 'absent', words };
  const isOutage = status >= 500 || status === TIMEOUT || status === TOO_MANY;
  return { meaning: isOutage ? 'outage' : 'inconclusive', words };
}

/** Reads what kept the call from being answered. */
export const readProblem = ({ code, message }: AppError): TestAnswer => ({
  meaning: code === 'upstream_unreachable' ? 'outage' : 'inconclusive',
  words: message,
});
