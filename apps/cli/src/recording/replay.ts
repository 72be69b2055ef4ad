import { messageOf } from '../cli-error.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { dryrunContext } from '../dryrun/dryrun-context.js';
import type { DryrunFailure } from '../dryrun/dryrun-messages.js';
import { failureOf } from '../dryrun/function-failure.js';
import { runInChild } from '../dryrun/run-in-child.js';
import { RunOutcome } from '../dryrun/run-outcome.js';
import { validateWrites } from '../dryrun/validate-writes.js';
import { OWN_FILES } from '../own-files.js';
import { plain } from '../terminal/paint.js';
import { renderDiagnostic } from '../terminal/render-diagnostic.js';
import { differencesOf, type Difference } from './differences.js';
import { expectationOf, expectedFailure } from './expectation.js';
import type { Expectation, TestFile } from './test-file.js';

const TIMEOUT_MS = 60_000;

/** How a replay went. */
export interface Replay {
  /** What the function did; undefined where it failed in a way that no test expects. */
  readonly actual: Expectation | undefined;
  readonly differences: readonly Difference[];
  /** What else is wrong: a failure, a call without an answer, a record that does not match its model. */
  readonly problems: readonly string[];
  readonly durationMs: number;
}

/** Runs a function with recorded answers, and compares what it does with what is expected. Needs no network. */
export async function replay(compiled: CompiledFunction, test: TestFile): Promise<Replay> {
  const startedMs = performance.now();
  const outcome = new RunOutcome();
  const done = (actual: Expectation | undefined, problems: readonly string[]): Replay => ({
    actual,
    problems: [...outcome.notRecorded.map(notRecordedText), ...problems],
    differences: actual ? differencesOf(test.expect, actual) : [],
    durationMs: performance.now() - startedMs,
  });
  try {
    const { output, failure } = await runInChild(startOf(compiled, test), TIMEOUT_MS, outcome.add);
    if (failure && (failure.type === 'action_error' || failure.type === test.expect.error?.type))
      return done(expectedFailure(failure), test.expect.error ? [] : [failureText(compiled, failure)]);
    // A call without an answer explains the failure that follows from it.
    if (failure) return done(undefined, outcome.notRecorded.length > 0 ? [] : [failureText(compiled, failure)]);
    const expectation = expectationOf(outcome.writes, compiled.kind === 'action' ? output : undefined);
    return done(expectation, validateWrites(compiled, outcome.writes));
  } catch (error) {
    return done(undefined, [messageOf(error)]);
  }
}

const startOf = (compiled: CompiledFunction, test: TestFile) => ({
  js: compiled.js,
  context: dryrunContext(compiled, {
    environmentName: test.environment,
    input: test.input,
    checkpoint: test.checkpoint ?? null,
    lastSyncDate: test.lastSyncDate ?? null,
    connection: { ...test.connection, providerConfigKey: compiled.integration },
    variant: test.variant ?? 'base',
    logLevel: 'debug' as const,
  }),
  metadata: test.metadata,
  source: { kind: 'recording' as const, calls: test.calls },
  fixedTime: test.time,
  runtime: OWN_FILES.runtime,
  hostCrypto: OWN_FILES.hostCrypto,
});

const notRecordedText = (title: string): string =>
  `The function made a call that the recording has no answer to: ${title}. If that is meant, record it anew with "svc dryrun <function> <connection-id> --save".`;

function failureText(compiled: CompiledFunction, failure: DryrunFailure): string {
  const { details, message } = failureOf(compiled, failure);
  const frames = (details.diagnostics ?? []).map((diagnostic) => renderDiagnostic(diagnostic, plain));
  return [...frames, message.replace(`The ${titleOf(compiled)} failed: `, 'It failed: ')].join('\n');
}
