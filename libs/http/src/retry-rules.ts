/** Retry settings of a provider definition (`proxy.retry`, wire contract section 18). */
export interface ProviderRetryRules {
  /** Statuses to retry instead of the default ones: `429`, `5xx`, `500-502`. */
  readonly error_code?: readonly (string | number)[] | undefined;
  /** Headers that hold the moment from which calls are welcome: epoch in s or ms, or a date. */
  readonly at?: readonly string[] | undefined;
  /** Headers that hold seconds to wait. */
  readonly after?: readonly string[] | undefined;
  /** Header that holds the number of calls left; `0` makes an error retryable. */
  readonly remaining?: string | undefined;
  /** Where the body of an error tells the moment or the wait: a dot path to text, and a pattern with one group. */
  readonly in_body?: { readonly path: string; readonly value: string; readonly strategy: 'at' | 'after' } | undefined;
}

export interface RetryRules {
  readonly provider?: ProviderRetryRules | undefined;
  /** Statuses that the caller wants retried in addition. */
  readonly retryOn?: readonly number[] | undefined;
  /** Headers that the caller wants the wait read from, before the provider's. */
  readonly retryHeader?: RetryHeader | undefined;
}

/** Names of headers: `at` holds the moment from which calls are welcome, `after` the seconds to wait. */
export interface RetryHeader {
  readonly at?: string | undefined;
  readonly after?: string | undefined;
}

type HeaderReader = (name: string) => string | undefined;

/** Specification, "Proxy retry rules" 1. */
const RETRYABLE_NETWORK_CODES = new Set([
  'ECONNRESET',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** Whether a call without an answer is repeated (specification, "Proxy retry rules" 1). */
export const isRetryableNetworkCode = (code: string): boolean => RETRYABLE_NETWORK_CODES.has(code);

/** Whether a call with this answer is repeated (specification, "Proxy retry rules" 2, 3 and 5). */
export function isRetryableStatus(status: number, header: HeaderReader, rules: RetryRules): boolean {
  if (rules.retryOn?.includes(status)) return true;
  if (status < 400) return false;
  const remaining = rules.provider?.remaining;
  if (remaining !== undefined && header(remaining)?.trim() === '0') return true;
  const configured = rules.provider?.error_code;
  if (configured?.length) return configured.some((pattern) => matchesStatus(status, String(pattern)));
  return status === 401 || status === 429 || (status >= 500 && status <= 599);
}

/** Whether a status fits `429`, `5xx` or `500-502`. */
export function matchesStatus(status: number, pattern: string): boolean {
  const text = pattern.trim().toLowerCase();
  const range = /^(\d{3})\s*-\s*(\d{3})$/.exec(text);
  if (range) return status >= Number(range[1]) && status <= Number(range[2]);
  if (/^\dxx$/.test(text)) return Math.floor(status / 100) === Number(text[0]);
  return text === String(status);
}
