import type { RunRequest } from '@svc/contracts';
import type { Logger } from '@svc/observability';
import { fork, type ChildProcess } from 'node:child_process';
import type { AbortReason, FromChild, ToChild } from '../ipc/messages.js';
import { endOfExit, failuresOfEnd, type ChildEnd } from './child-end.js';
import type { PendingRun } from './pending-run.js';
import type { RuntimeFiles } from './runtime-files.js';

export interface FunctionChildOptions {
  readonly files: RuntimeFiles;
  readonly internalUrl: string;
  readonly logger: Logger;
  readonly onReady: () => void;
  readonly onRunEnded: () => void;
  readonly onExit: () => void;
}

/** Heap of the child's own JavaScript; the isolates' heaps are bounded one by one. */
const HOST_HEAP_MB = 512;

/** Nothing of the supervisor's environment reaches a child: it holds secrets. */
const CHILD_ENVIRONMENT = { NODE_ENV: 'production', TZ: 'UTC', LANG: 'C.UTF-8' };

/**
 * The isolates' garbage collection and start. Each run takes a fresh context out of the snapshot, which the child made itself with
 * a hash seed of its own: to hash all its names anew for each context protects nothing. Young garbage is collected when its room
 * is full rather than by tasks ahead of it, which find each run's context still alive. More room for it (`--max-semi-space-size`)
 * saves a sync of records 1 of 20 microseconds each, and costs short actions a sixth of their throughput.
 */
const V8_FLAGS = ['--no-rehash-snapshot', '--no-minor-gc-task'];

const execArgv = ({ childScript, isolateScript, isolatedVm }: RuntimeFiles): string[] => [
  '--permission',
  '--allow-addons',
  ...[childScript, isolateScript, isolatedVm].map((file) => `--allow-fs-read=${file}`),
  '--no-node-snapshot',
  '--no-warnings',
  `--max-old-space-size=${HOST_HEAP_MB}`,
  ...V8_FLAGS,
];

/** Whatever it died of, the functions that were running did not do it. */
const HAUNTED: ChildEnd = { cause: 'gone', detail: 'another function could not be stopped' };

let nextSeq = 1;

/** A child process that runs functions of one environment at a time. */
export class FunctionChild {
  environmentId: number | undefined;
  isReady = false;
  hasEnded = false;
  /** Takes no more runs. */
  isRetiring = false;
  /** Since when it takes no more runs, to end after those that it has: an environment waits for a process. */
  givenUpAtMs: number | undefined;
  /** Since when an isolate goes on after its run: the process may soon be out of memory or crash. */
  hauntedSinceMs: number | undefined;
  residentMb = 0;
  lastUsedAtMs = Date.now();
  lastAliveAtMs = Date.now();
  private readonly process: ChildProcess;
  private readonly runs = new Map<number, PendingRun>();
  private end: ChildEnd | undefined;

  constructor(private readonly options: FunctionChildOptions) {
    const { node, childScript, isolateScript, isolatedVm } = options.files;
    this.process = fork(childScript, [options.internalUrl, isolateScript, isolatedVm], {
      execPath: node,
      env: CHILD_ENVIRONMENT,
      execArgv: execArgv(options.files),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.process.stderr?.on('data', (chunk: Buffer) => {
      options.logger.warn(
        { pid: this.pid, text: chunk.toString('utf8').slice(0, 2000) },
        'child process wrote to stderr',
      );
    });
    this.process.on('message', (message: FromChild) => this.onMessage(message));
    this.process.on('error', (error) => this.onError(error));
    this.process.on('exit', (code, signal) => this.onEnd(endOfExit(code, signal)));
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isHaunted(): boolean {
    return this.hauntedSinceMs !== undefined;
  }

  get pending(): readonly PendingRun[] {
    return [...this.runs.values()];
  }

  /** Runs a function; resolves with its result as JSON, whatever becomes of the process. */
  run(request: RunRequest, signal: AbortSignal): Promise<string> {
    const seq = nextSeq++;
    this.lastUsedAtMs = Date.now();
    const abort = (): void => this.abort(seq, 'caller_gone');
    signal.addEventListener('abort', abort, { once: true });
    const result = new Promise<string>((resolve) => {
      this.runs.set(seq, { seq, request, startedAtMs: Date.now(), inTurnSinceMs: undefined, resolve });
      this.send({ type: 'run', seq, request });
    });
    return result.finally(() => signal.removeEventListener('abort', abort));
  }

  abortAll(reason: AbortReason): void {
    for (const seq of this.runs.keys()) this.abort(seq, reason);
  }

  /** Ends the process at once. Its runs get their results when it has ended. */
  kill(end: ChildEnd): void {
    this.end ??= end;
    this.isRetiring = true;
    this.process.kill('SIGKILL');
  }

  private abort(seq: number, reason: AbortReason): void {
    this.send({ type: 'abort', seq, reason });
  }

  private send(message: ToChild): void {
    // A process that is gone ends its runs through its exit.
    if (this.process.connected) this.process.send(message, () => undefined);
  }

  private onMessage(message: FromChild): void {
    this.lastAliveAtMs = Date.now();
    if (message.type === 'ready') {
      this.isReady = true;
      this.options.onReady();
    } else if (message.type === 'result') {
      this.settle(message.seq, message.text);
    } else if (message.type === 'turn') {
      const run = this.runs.get(message.seq);
      if (run) run.inTurnSinceMs = message.active ? Date.now() : undefined;
    } else if (message.type === 'fault') {
      this.end ??= { cause: 'fault', seq: message.seq };
      this.isRetiring = true;
    } else if (message.type === 'unstoppable') {
      this.hauntedSinceMs = message.count > 0 ? (this.hauntedSinceMs ?? Date.now()) : undefined;
      if (!this.isHaunted) this.options.onReady();
    }
  }

  private settle(seq: number, text: string): void {
    const run = this.runs.get(seq);
    if (!run) return;
    this.runs.delete(seq);
    this.lastUsedAtMs = Date.now();
    run.resolve(text);
    this.options.onRunEnded();
  }

  private onError(error: Error): void {
    this.options.logger.error({ err: error }, 'child process failed');
    // A process that was never started, as there were too many or too many open files, has no exit.
    if (this.pid === undefined && !this.hasEnded) this.onEnd({ cause: 'gone', detail: error.message });
  }

  private onEnd(reported: ChildEnd): void {
    this.hasEnded = true;
    const end = this.isHaunted ? HAUNTED : (this.end ?? reported);
    const { logger } = this.options;
    if (this.runs.size > 0) logger.warn({ pid: this.pid, end, runs: this.runs.size }, 'child process ended with runs');
    for (const [run, error] of failuresOfEnd(end, this.pending)) {
      this.settle(run.seq, JSON.stringify({ outcome: 'failed', error }));
    }
    this.options.onExit();
  }
}
