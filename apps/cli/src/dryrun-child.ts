import { messageOf } from './cli-error.js';
import { DryGateway } from './dryrun/dry-gateway.js';
import { DryStore } from './dryrun/dry-store.js';
import type { DryrunEvent, DryrunStart } from './dryrun/dryrun-messages.js';
import { FunctionRuntime } from './dryrun/function-runtime.js';
import { loadHostCrypto } from './dryrun/host-crypto.js';
import { LiveRemote } from './dryrun/live-remote.js';
import type { Remote } from './dryrun/remote.js';
import { callTitle, TracingRemote } from './dryrun/tracing-remote.js';
import { RecordingRemote } from './recording/recording-remote.js';
import { ReplayRemote } from './recording/replay-remote.js';

const startedMs = performance.now();

/** Events leave in order; the process ends when the last one is out. */
function tell(event: DryrunEvent): void {
  const isLast = event.kind === 'completed' || event.kind === 'failed';
  if (isLast) process.send?.({ kind: 'used', use: processUse() } satisfies DryrunEvent);
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

function remoteOf({ source, context: { connection, sync } }: DryrunStart): Remote {
  if (source.kind === 'recording')
    return new ReplayRemote(source.calls, (call) => tell({ kind: 'notRecorded', title: callTitle(call) }));
  const { host, secretKey, isRecorded } = source;
  const live = new LiveRemote({ host, secretKey, connection, variant: sync?.variant ?? 'base' });
  const traced = new TracingRemote(live, (trace) => tell({ kind: 'called', trace }));
  return isRecorded ? new RecordingRemote(traced, (call) => tell({ kind: 'recorded', call })) : traced;
}

function processUse() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    wallTimeMs: performance.now() - startedMs,
    cpuTimeMs: (userCPUTime + systemCPUTime) / 1000,
    peakMemoryBytes: maxRSS * 1024,
  };
}

process.on('uncaughtException', fail);
async function run(start: DryrunStart): Promise<void> {
  const crypto = await loadHostCrypto(start.hostCrypto);
  const gateway = new DryGateway(new DryStore(start, tell), remoteOf(start));
  new FunctionRuntime(start, { call: (call) => gateway.call(call), crypto, tell }).run();
}

process.on('message', (start: DryrunStart) => void run(start).catch(fail));
