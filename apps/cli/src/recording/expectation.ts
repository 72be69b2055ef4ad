import type { DryrunFailure } from '../dryrun/dryrun-messages.js';
import type { RunWrites } from '../dryrun/run-outcome.js';
import type { Expectation } from './test-file.js';

/** What a run that ended well did; nothing where it did nothing. */
export function expectationOf(writes: RunWrites, output: unknown): Expectation {
  const { records, updated, deleted, checkpoint, metadata } = writes;
  const written = { records, updated, deleted };
  const present = Object.entries(written).filter(([, lists]) => Object.keys(lists).length > 0);
  return asJson({
    ...(output !== undefined && { output }),
    ...Object.fromEntries(present),
    ...(checkpoint !== undefined && { checkpoint }),
    ...(metadata && { metadata }),
  });
}

/** A run that failed, as a test expects it to. */
export const expectedFailure = ({ type, message, payload }: DryrunFailure): Expectation =>
  asJson({ error: { type, message, ...(payload !== undefined && { payload }) } });

/** As a file would give it back: without what is undefined. */
const asJson = (expectation: Expectation): Expectation => JSON.parse(JSON.stringify(expectation)) as Expectation;
