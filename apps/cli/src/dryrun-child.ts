import { messageOf } from './cli-error.js';
import { DryGateway } from './dryrun/dry-gateway.js';
import type { DryrunEvent, DryrunStart } from './dryrun/dryrun-messages.js';
import { FunctionRuntime } from './dryrun/function-runtime.js';

/** Events leave in order; the process ends when the last one is out. */
function tell(event: DryrunEvent): void {
  const isLast = event.kind === 'completed' || event.kind === 'failed';
  process.send?.(event, undefined, {}, () => {
    if (isLast) process.disconnect();
  });
}

function fail(error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  const failure = {
    type: 'function_error',
    name: 'Error',
    message: messageOf(error),
    ...(stack && { stack }),
  } as const;
  tell({ kind: 'failed', failure });
}

process.on('uncaughtException', fail);
process.on('message', (start: DryrunStart) => {
  try {
    const gateway = new DryGateway(start, tell);
    new FunctionRuntime(start, (operation, args, body) => gateway.call(operation, args, body), tell).run();
  } catch (error) {
    fail(error);
  }
});
