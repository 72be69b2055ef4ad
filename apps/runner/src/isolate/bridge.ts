import { GatewayError, type CallFailure } from './gateway-error.js';
import type { HostFunctions } from './host-functions.js';

/** Calls under way at the same time; the rest wait in the isolate, where their memory counts as the function's own. */
const MAX_PARALLEL_CALLS = 32;

export interface HostAnswer {
  readonly head: unknown;
  readonly body: string | ArrayBuffer | undefined;
}

interface Call {
  readonly operation: string;
  readonly args: string;
  readonly body: string | ArrayBuffer | undefined;
  readonly resolve: (answer: HostAnswer) => void;
  readonly reject: (error: GatewayError) => void;
}

/** Asynchronous calls from the isolate to its host. */
export class Bridge {
  private nextId = 1;
  private readonly underWay = new Map<number, Call>();
  private readonly waiting: Call[] = [];

  constructor(private readonly host: HostFunctions) {}

  call(operation: string, args: unknown, body?: string | ArrayBuffer): Promise<HostAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ operation, args: JSON.stringify(args ?? {}), body, resolve, reject });
      this.startWaiting();
    });
  }

  answer(id: number, ok: boolean, head: string, body: string | ArrayBuffer | undefined): void {
    const call = this.underWay.get(id);
    if (!call) return;
    this.underWay.delete(id);
    if (ok) call.resolve({ head: head === '' ? undefined : JSON.parse(head), body });
    else call.reject(new GatewayError(JSON.parse(head) as CallFailure));
    this.startWaiting();
  }

  private startWaiting(): void {
    while (this.underWay.size < MAX_PARALLEL_CALLS) {
      const call = this.waiting.shift();
      if (!call) return;
      const id = this.nextId++;
      this.underWay.set(id, call);
      this.host.call(id, call.operation, call.args, call.body);
    }
  }
}
