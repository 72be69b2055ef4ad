import { REDACTED } from './recording-format.js';

/** Shorter values stand in too many other places to be replaced everywhere. */
const SHORTEST_SECRET = 8;

/** Facts about credentials that are no secrets, and that a function may go by. */
const OPEN_FIELDS = new Set(['type', 'expires_at', 'token_type', 'scope', 'expires_in']);

/** Takes secrets out of what is recorded. A secret that was seen once is replaced wherever it comes up again. */
export class Redactor {
  private readonly seen = new Set<string>();

  /** The answer to a helper that hands out secrets, without them. */
  withoutCredentials(operation: string, head: unknown): unknown {
    if (operation === 'connection' && isObject(head) && 'credentials' in head)
      return { ...head, credentials: this.redact(head['credentials']) };
    if (operation === 'integration' && isObject(head) && isObject(head['data']) && 'credentials' in head['data'])
      return { ...head, data: { ...head['data'], credentials: this.redact(head['data']['credentials']) } };
    if (operation === 'environmentVariables' && Array.isArray(head))
      return head.map((entry: unknown) => (isObject(entry) ? { ...entry, value: this.redact(entry['value']) } : entry));
    return head;
  }

  /** A value with every secret that was seen so far replaced. */
  scrub<T>(value: T): T {
    if (this.seen.size === 0) return value;
    let text = JSON.stringify(value);
    for (const secret of this.seen) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), REDACTED);
    return JSON.parse(text) as T;
  }

  private redact(value: unknown): unknown {
    if (typeof value === 'string') {
      if (value.length >= SHORTEST_SECRET) this.seen.add(value);
      return REDACTED;
    }
    if (Array.isArray(value)) return value.map((item) => this.redact(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, OPEN_FIELDS.has(name) ? inner : this.redact(inner)]),
    );
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
