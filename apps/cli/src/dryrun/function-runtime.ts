import { logLevelSchema } from '@svc/contracts';
import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import { SCRIPT_NAME } from '../compile/evaluate-script.js';
import { FixedWorld } from '../recording/fixed-world.js';
import type { CallOutcome, HelperCall } from './call-outcome.js';
import type { DryrunEvent, DryrunFailure, DryrunStart } from './dryrun-messages.js';
import type { HostCrypto } from './host-crypto.js';
import { RealClock, SkippingClock, type RunClock } from './run-clock.js';

type Enter = (
  kind: 'start' | 'answer' | 'timer',
  id: number,
  ok: boolean,
  head: string,
  body?: string | ArrayBuffer,
) => void;
type Call = (call: HelperCall) => Promise<CallOutcome>;

/** Whom a function's calls reach. */
export interface RuntimeHost {
  readonly call: Call;
  readonly crypto: HostCrypto;
  readonly tell: (event: DryrunEvent) => void;
}

/**
 * Runs a function in a context of its own, surrounded by the very runtime that the runner puts into its isolates: the same
 * globals, helpers and checks. Only what the host does differs.
 */
export class FunctionRuntime {
  private readonly context = vm.createContext({});
  private readonly newBuffer: (size: number) => ArrayBuffer;
  private readonly clock: RunClock;
  private readonly world: FixedWorld | undefined;
  private readonly webCrypto: ReturnType<HostCrypto['createWebCrypto']>;
  private calls = 0;
  private readonly enter: Enter;

  constructor(
    private readonly start: DryrunStart,
    private readonly host: RuntimeHost,
  ) {
    this.webCrypto = host.crypto.createWebCrypto();
    this.clock = this.clockOf(start);
    this.world = start.fixedTime === undefined ? undefined : new FixedWorld(start.fixedTime);
    this.world?.install(this.context);
    vm.runInContext(readFileSync(start.runtime, 'utf8'), this.context, { filename: 'svc:runtime' });
    // Of the context's own realm, so that the runtime recognises it.
    this.newBuffer = vm.runInContext('(size) => new ArrayBuffer(size)', this.context) as (size: number) => ArrayBuffer;
    const script = vm.compileFunction(start.js, ['module', 'exports', 'require'], {
      parsingContext: this.context,
      filename: SCRIPT_NAME,
    });
    const boot = vm.runInContext('globalThis.__boot', this.context) as (script: unknown, host: object) => Enter;
    this.enter = boot(script, this.hostFunctions());
  }

  run(): void {
    this.enter('start', 0, true, JSON.stringify(this.start.context));
  }

  /** What the runtime asks of its host; see the runner's host-functions.ts. */
  private hostFunctions(): object {
    return {
      call: (id: number, operation: string, args: string, body?: string | ArrayBuffer) =>
        void this.answer(id, operation, args, body),
      startTimer: (id: number, delayMs: number) => this.clock.start(id, delayMs),
      stopTimer: (id: number) => this.clock.stop(id),
      log: (level: string, message: string, payload?: string) => {
        this.host.tell({
          kind: 'log',
          level: logLevelSchema.catch('info').parse(level),
          message,
          payload: payload === undefined ? undefined : (JSON.parse(payload) as unknown),
        });
        return true;
      },
      dropLogLines: () => undefined,
      finish: (outcome: 'completed' | 'failed', text?: string) => this.finish(outcome, text),
      ...this.cryptoFunctions(),
      domainToAscii: (domain: string) => domainToASCII(domain),
    };
  }

  private async answer(
    id: number,
    operation: string,
    argsText: string,
    body: string | ArrayBuffer | undefined,
  ): Promise<void> {
    this.clock.callsUnderWay(++this.calls);
    if (operation === 'webCrypto') {
      const answer = await this.webCrypto.call(argsText, ownBuffer(body));
      this.enter('answer', id, true, answer.head, answer.body && this.toBuffer(Buffer.from(answer.body)));
    } else {
      const args = JSON.parse(argsText) as Record<string, unknown>;
      this.deliver(id, await this.host.call({ operation, args, body: typeof body === 'string' ? body : '' }));
    }
    this.clock.callsUnderWay(--this.calls);
  }

  private deliver(id: number, outcome: CallOutcome): void {
    if (!outcome.ok) {
      this.enter('answer', id, false, JSON.stringify(outcome.failure));
      return;
    }
    const answer = Buffer.isBuffer(outcome.body) ? this.toBuffer(outcome.body) : outcome.body;
    this.enter('answer', id, true, JSON.stringify(outcome.head), answer);
  }

  /** Buffers of the context's realm are taken and given. */
  private cryptoFunctions(): Record<string, unknown> {
    const { world } = this;
    const functions = Object.entries(this.host.crypto.functions).map(([name, work]) => [
      name,
      (...args: unknown[]) => {
        const result = work(...args.map(ownBuffer));
        return result instanceof ArrayBuffer ? this.toBuffer(Buffer.from(result)) : result;
      },
    ]);
    const random = world && { randomBytes: (size: number) => this.toBuffer(world.randomBytes(size)) };
    return { ...Object.fromEntries(functions), ...random };
  }

  private clockOf({ source }: DryrunStart): RunClock {
    const fire = (id: number, delayMs: number): void => {
      this.world?.pass(delayMs);
      this.enter('timer', id, true, '');
    };
    return source.kind === 'recording' ? new SkippingClock(fire) : new RealClock(fire);
  }

  private finish(outcome: 'completed' | 'failed', text: string | undefined): void {
    this.clock.end();
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (outcome === 'completed') this.host.tell({ kind: 'completed', output: value });
    else this.host.tell({ kind: 'failed', failure: value as DryrunFailure });
  }

  private toBuffer(bytes: Buffer): ArrayBuffer {
    const buffer = this.newBuffer(bytes.length);
    bytes.copy(new Uint8Array(buffer));
    return buffer;
  }
}

/** A buffer of this realm in place of one of the context's; anything else as it is. */
const ownBuffer = (value: unknown): unknown =>
  types.isAnyArrayBuffer(value) ? new Uint8Array(Buffer.from(value)).buffer : value;
