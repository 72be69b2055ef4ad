import { fork } from 'node:child_process';
import { CliError } from '../cli-error.js';
import { OWN_FILES } from '../own-files.js';
import type { DryrunEvent, DryrunFailure, DryrunStart } from './dryrun-messages.js';

export interface ChildOutcome {
  readonly output: unknown;
  readonly failure: DryrunFailure | undefined;
}

/** Runs a function in a process of its own, so that whatever it does ends with that process. */
export function runInChild(
  start: DryrunStart,
  timeoutMs: number,
  onEvent: (event: DryrunEvent) => void,
): Promise<ChildOutcome> {
  return new Promise((resolve, reject) => {
    // The function's process gets none of the variables of this one: the key comes with the message.
    const child = fork(OWN_FILES.dryrunChild, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(
        new CliError(`The function was stopped after ${timeoutMs / 1000} seconds.`, {
          code: 'execution_timeout',
          hint: 'Look for an endless loop, or for something that the function waits for in vain.',
        }),
      );
    }, timeoutMs);
    let outcome: ChildOutcome | undefined;
    child.on('message', (event: DryrunEvent) => {
      if (event.kind === 'completed') outcome = { output: event.output, failure: undefined };
      else if (event.kind === 'failed') outcome = { output: undefined, failure: event.failure };
      else onEvent(event);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (outcome) resolve(outcome);
      else
        reject(
          new CliError(`The function's process ended without a result (${signal ?? `exit code ${code}`}).`, {
            code: 'function_process_ended',
            hint: 'It may have run out of memory, or waited for something that never came.',
          }),
        );
    });
    child.send(start);
  });
}
