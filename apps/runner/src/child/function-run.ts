import type { RunFailure, RunRequest } from '@svc/contracts';
import { domainToASCII } from 'node:url';
import type { HostFunctions } from '../isolate/host-functions.js';
import type { RawFailure } from '../isolate/raw-failure.js';
import type { RunContext } from '../isolate/run-context.js';
import type { AbortReason } from '../ipc/messages.js';
import type { CallOutcome } from './call-outcome.js';
import { HOST_CRYPTO } from './host-crypto.js';
import type { LogBuffer } from './log-buffer.js';
import type { RunCalls } from './run-calls.js';
import {
  cpuTimeExceeded,
  failureOfTurn,
  locate,
  neverSettles,
  parseFailure,
  platformFailure,
  wallTimeExceeded,
} from './run-failures.js';
import { completedText, failureText, resultText } from './run-result-text.js';
import { RunTimers } from './run-timers.js';
import type { Sandbox, SandboxEngine } from './sandbox.js';
import type { CachedScript } from './script-cache.js';
import { Turns } from './turns.js';

export interface FunctionRunParts {
  readonly request: RunRequest;
  readonly engine: SandboxEngine;
  readonly sandbox: Sandbox;
  readonly script: CachedScript;
  readonly calls: RunCalls;
  readonly log: LogBuffer;
  /** Milliseconds of the clock at which the run began, with loading. */
  readonly startedAtMs: number;
  readonly onTurn: (active: boolean) => void;
}

/** More calls under way than the isolate's own queue lets through: the function tampered with it. */
const MAX_CALLS = 64;

const ABORTED: Readonly<Record<AbortReason, string>> = {
  caller_gone: 'The caller went away, so the run was stopped.',
  shutdown: 'The runner stops.',
};

/** One run of a function in a sandbox, from its start to its result as JSON text. */
export class FunctionRun {
  private readonly turns: Turns;
  private readonly timers = new RunTimers((id) => this.turns.take('timer', id, true, '', undefined));
  private readonly webCrypto = HOST_CRYPTO.createWebCrypto();
  private readonly underWay = new Map<number, Promise<CallOutcome>>();
  /** Result of the function itself; the run ends when its turn is over. */
  private finished: { readonly outcome: 'completed' | 'failed'; readonly text: string | undefined } | undefined;
  /** The slice is over: the function's code does not go on. */
  private isStopping = false;
  private resolve: ((text: string) => void) | undefined;
  private wallTimer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: FunctionRunParts) {
    const { engine, sandbox, request, onTurn } = parts;
    this.turns = new Turns(engine.ivm, sandbox.attach(this.host()), request.limits.cpuTimeMs, {
      onTurn,
      onQuiet: () => this.onQuiet(),
      onError: (error) => this.fail(failureOfTurn(error, request, sandbox.isDisposed)),
      onStuck: () => this.end(failureText(cpuTimeExceeded(request.limits.cpuTimeMs))),
    });
  }

  /** Whether the function still holds its thread; its isolate cannot be used again. */
  get isInTurn(): boolean {
    return this.turns.isActive;
  }

  execute(): Promise<string> {
    const { limits } = this.parts.request;
    const result = new Promise<string>((resolve) => (this.resolve = resolve));
    this.wallTimer = setTimeout(() => this.end(failureText(wallTimeExceeded(limits.wallTimeMs))), limits.wallTimeMs);
    this.turns.take('start', 0, true, JSON.stringify(this.context()), undefined);
    return result;
  }

  abort(reason: AbortReason): void {
    this.end(failureText(platformFailure(ABORTED[reason])));
  }

  private context(): RunContext {
    const { function: definition, environmentName, connection, input, sync, purpose, logLevel } = this.parts.request;
    const optional = { ...(sync && { sync }), ...(purpose && { purpose }) };
    return { function: definition, environmentName, connection, input, logLevel, ...optional };
  }

  private host(): HostFunctions {
    const { log } = this.parts;
    return {
      call: (id, operation, args, body) => {
        if (this.isStopping) return;
        if (this.underWay.size >= MAX_CALLS || this.underWay.has(id))
          throw new RangeError(`A function may have ${MAX_CALLS} calls under way, each with an id of its own.`);
        const outcome =
          operation === 'webCrypto'
            ? this.webCrypto.call(args, body).then((answer): CallOutcome => ({ kind: 'answer', ...answer }))
            : this.parts.calls.call(operation, args, body);
        this.underWay.set(id, outcome);
        void this.settle(id, operation, outcome);
      },
      startTimer: (id, delayMs) => this.timers.start(id, delayMs),
      stopTimer: (id) => this.timers.stop(id),
      log: (level, message, payload) => log.add(level, String(message), payload),
      dropLogLines: (count) => log.drop(count),
      finish: (outcome, text) => {
        this.finished ??= { outcome, text: typeof text === 'string' ? text : undefined };
      },
      ...HOST_CRYPTO.functions,
      domainToAscii: domainToASCII,
    };
  }

  private async settle(id: number, operation: string, call: Promise<CallOutcome>): Promise<void> {
    const outcome = await call;
    this.underWay.delete(id);
    if (outcome.kind === 'answer' && operation === 'saveCheckpoint' && this.isSliceOver()) await this.endSlice();
    else this.deliver(id, outcome);
  }

  private deliver(id: number, outcome: CallOutcome): void {
    if (!this.resolve) return;
    if (outcome.kind === 'superseded') this.end(resultText({ outcome: 'superseded' }));
    else if (outcome.kind === 'broken') this.end(failureText(outcome.failure));
    else if (this.isStopping) return;
    else if (outcome.kind === 'answer') this.turns.take('answer', id, true, outcome.head, outcome.body);
    else this.turns.take('answer', id, false, JSON.stringify(outcome.failure), undefined);
  }

  private isSliceOver(): boolean {
    const { sliceMs } = this.parts.request.limits;
    return sliceMs !== undefined && Date.now() - this.parts.startedAtMs >= sliceMs;
  }

  /** Calls that the function did not await are not cut off by the end of the slice. */
  private async endSlice(): Promise<void> {
    this.isStopping = true;
    this.timers.clear();
    await Promise.all(this.underWay.values());
    this.end(resultText({ outcome: 'sliced' }));
  }

  /** Every microtask ran. A function that returned may have left calls behind; the run ends after them. */
  private onQuiet(): void {
    if (!this.resolve || this.isStopping) return;
    const { finished } = this;
    if (finished?.outcome === 'failed') this.fail(parseFailure(finished.text));
    else if (this.underWay.size > 0) return;
    else if (finished) this.end(completedText(finished.text, this.parts.request));
    else if (this.timers.pending === 0) this.fail(neverSettles());
  }

  private fail(failure: RawFailure | RunFailure): void {
    this.end(failureText(locate(failure, this.parts.script.positions)));
  }

  private end(text: string): void {
    const { resolve } = this;
    if (!resolve) return;
    this.resolve = undefined;
    clearTimeout(this.wallTimer);
    this.timers.clear();
    this.parts.sandbox.detach();
    resolve(text);
  }
}
