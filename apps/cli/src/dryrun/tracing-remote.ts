import type { CallOutcome, HelperCall } from './call-outcome.js';
import type { CallTrace } from './dryrun-messages.js';
import type { Remote } from './remote.js';

/** Tells of every call how it went. */
export class TracingRemote implements Remote {
  constructor(
    private readonly remote: Remote,
    private readonly tell: (trace: CallTrace) => void,
  ) {}

  async ask(call: HelperCall): Promise<CallOutcome> {
    const startedMs = performance.now();
    const outcome = await this.remote.ask(call);
    const durationMs = performance.now() - startedMs;
    this.tell({ title: callTitle(call), outcome: outcomeText(outcome), durationMs, bytes: bytesOf(outcome) });
    return outcome;
  }
}

/** `GET /issues?page=2`, or the name of the operation. */
export function callTitle({ operation, body }: HelperCall): string {
  if (operation === 'uncontrolledFetch') {
    const { method, url } = JSON.parse(body) as { method: string; url: string };
    return `${method} ${url}`;
  }
  if (operation !== 'proxy') return operation;
  const { method, endpoint, params } = JSON.parse(body) as { method: string; endpoint: string; params?: unknown };
  const query = typeof params === 'string' ? params : new URLSearchParams(Object(params)).toString();
  return `${method} ${endpoint}${query === '' ? '' : `${endpoint.includes('?') ? '&' : '?'}${query.replace(/^\?/, '')}`}`;
}

function outcomeText(outcome: CallOutcome): string {
  if (!outcome.ok) return outcome.failure.code;
  const { head } = outcome;
  return typeof head === 'object' && head !== null && 'status' in head && outcome.body !== undefined
    ? String(head.status)
    : 'ok';
}

function bytesOf(outcome: CallOutcome): number {
  if (!outcome.ok) return 0;
  return Buffer.byteLength(outcome.body ?? JSON.stringify(outcome.head) ?? '');
}
