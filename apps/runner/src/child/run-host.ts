import type { RunRequest } from '@svc/contracts';
import type { AbortReason, FromChild } from '../ipc/messages.js';
import { FunctionRun } from './function-run.js';
import { LogBuffer } from './log-buffer.js';
import type { RunApi } from './run-api.js';
import { RunCalls } from './run-calls.js';
import { failureOfTurn, locate, platformFailure } from './run-failures.js';
import { failureText } from './run-result-text.js';
import type { Sandbox, SandboxEngine } from './sandbox.js';
import type { SandboxPool } from './sandbox-pool.js';
import { ScriptUnavailableError, type CachedScript, type ScriptCache } from './script-cache.js';

/** V8 ends JavaScript well within this, but not a built-in function that is under way. */
const STOP_GRACE_MS = 100;

export interface RunHostParts {
  readonly engine: SandboxEngine;
  readonly api: RunApi;
  readonly scripts: ScriptCache;
  readonly sandboxes: SandboxPool;
  readonly send: (message: FromChild) => void;
}

interface Running {
  readonly request: RunRequest;
  readonly abort: AbortController;
  readonly startedAtMs: number;
  run?: FunctionRun;
  sandbox?: Sandbox;
  isInTurn: boolean;
  /** Called when the function gave its thread back. */
  onLeft?: () => void;
}

/** Runs functions for the supervisor; several at a time, all of one environment. */
export class RunHost {
  private readonly running = new Map<number, Running>();
  /** Runs that have ended while a built-in function, such as parsing a huge text, goes on in their isolates. */
  private readonly unstoppable = new Set<Running>();

  constructor(private readonly parts: RunHostParts) {}

  async start(seq: number, request: RunRequest): Promise<void> {
    const running: Running = { request, abort: new AbortController(), startedAtMs: Date.now(), isInTurn: false };
    this.running.set(seq, running);
    if (this.running.size === 2) this.reportTurns();
    const text = await this.run(seq, running).catch((error: unknown) => failureText(platformFailure(String(error))));
    running.abort.abort();
    this.running.delete(seq);
    this.parts.send({ type: 'result', seq, text });
  }

  abort(seq: number, reason: AbortReason): void {
    const running = this.running.get(seq);
    running?.run?.abort(reason);
    running?.abort.abort(reason);
  }

  /** The run that has a sandbox. */
  seqOf(sandbox: Sandbox): number | undefined {
    return [...this.running].find(([, running]) => running.sandbox === sandbox)?.[0];
  }

  private async run(seq: number, running: Running): Promise<string> {
    const { request, abort } = running;
    let script: CachedScript;
    try {
      script = await this.scriptOf(request, abort.signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const detail = error instanceof ScriptUnavailableError ? reason : `The gateway could not be reached: ${reason}`;
      return failureText(platformFailure(detail));
    }
    try {
      running.sandbox = await this.parts.sandboxes.acquire(script, request.limits.memoryMb);
    } catch (error) {
      return failureText(locate(failureOfTurn(error, request, false), script.positions));
    }
    if (!abort.signal.aborted) return this.runIn(running.sandbox, script, seq, running);
    this.parts.sandboxes.release(running.sandbox);
    return failureText(platformFailure('The run was stopped before it began.'));
  }

  private async scriptOf({ script, function: { scriptHash }, token }: RunRequest, signal: AbortSignal) {
    return script
      ? this.parts.scripts.keep(scriptHash, script)
      : await this.parts.scripts.get(scriptHash, token, signal);
  }

  private async runIn(sandbox: Sandbox, script: CachedScript, seq: number, running: Running): Promise<string> {
    const { engine, api } = this.parts;
    const { request, abort, startedAtMs } = running;
    const { token, limits } = request;
    const log = new LogBuffer(api, token);
    const calls = new RunCalls({ api, token, memoryMb: limits.memoryMb, signal: abort.signal });
    const onTurn = (active: boolean): void => this.onTurn(seq, running, active);
    const run = new FunctionRun({ request, engine, sandbox, script, calls, log, startedAtMs, onTurn });
    running.run = run;
    const text = await run.execute();
    if (run.isInTurn) await this.stop(running, sandbox);
    else if (!sandbox.isDisposed) this.parts.sandboxes.release(sandbox);
    await log.close();
    return text;
  }

  /** Ends a function that still holds its thread, or tells of it: nobody else's run comes here before that. */
  private async stop(running: Running, sandbox: Sandbox): Promise<void> {
    sandbox.dispose();
    await new Promise<void>((resolve) => {
      running.onLeft = resolve;
      setTimeout(resolve, STOP_GRACE_MS);
    });
    if (running.isInTurn) this.reportUnstoppable(this.unstoppable.add(running));
  }

  private reportUnstoppable({ size: count }: ReadonlySet<Running>): void {
    this.parts.send({ type: 'unstoppable', count });
  }

  private onTurn(seq: number, running: Running, active: boolean): void {
    running.isInTurn = active;
    if (!active) running.onLeft?.();
    if (!active && this.unstoppable.delete(running)) this.reportUnstoppable(this.unstoppable);
    if (this.running.size > 1) this.parts.send({ type: 'turn', seq, active });
  }

  /** A lone run is to blame for whatever happens, so turns are only told from the second run on. */
  private reportTurns(): void {
    for (const [seq, { isInTurn }] of this.running) this.parts.send({ type: 'turn', seq, active: isInTurn });
  }
}
