import { refused, type CallOutcome, type HelperCall } from '../dryrun/call-outcome.js';
import type { Remote } from '../dryrun/remote.js';
import type { RecordedCall } from './recorded-call.js';
import { outcomeOf, requestOf } from './recording-format.js';

/** How a call is sent, which says nothing about what it asks for. */
const MANNER = new Set(['retries', 'retryOn', 'retryHeader', 'decompress', 'forwardHeadersOnRedirect']);

/** Answers from a recording; nothing leaves this machine. */
export class ReplayRemote implements Remote {
  private readonly left = new Map<string, RecordedCall[]>();

  /** @param tellUnknown hears of a call that the recording does not have */
  constructor(
    calls: readonly RecordedCall[],
    private readonly tellUnknown: (call: HelperCall) => void,
  ) {
    for (const call of calls) {
      const key = keyOf(call.call, call.request);
      this.left.set(key, [...(this.left.get(key) ?? []), call]);
    }
  }

  async ask(call: HelperCall): Promise<CallOutcome> {
    await new Promise((resolve) => setImmediate(resolve));
    const same = this.left.get(keyOf(call.operation, requestOf(call)));
    // The same question once more than it was recorded gets the last answer again.
    const recorded = same && (same.length > 1 ? same.shift() : same[0]);
    if (recorded) return outcomeOf(recorded);
    this.tellUnknown(call);
    return refused('not_recorded', `The recording has no answer to this call: ${call.operation}.`);
  }
}

const keyOf = (operation: string, request: Record<string, unknown>): string => {
  const { params } = request;
  const asked = Object.entries(request).filter(([name]) => !MANNER.has(name) && name !== 'params');
  return `${operation} ${queryText(params)} ${JSON.stringify(sorted(Object.fromEntries(asked)))}`;
};

/** A query reads the same whether its values are text or numbers. */
function queryText(params: unknown): string {
  const query = new URLSearchParams(typeof params === 'string' ? params : Object(params));
  query.sort();
  return query.toString();
}

/** The same value with the keys of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
