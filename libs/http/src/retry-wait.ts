import type { ProviderRetryRules, RetryHeader, RetryRules } from './retry-rules.js';

/** Durations of the back-off; tests pass short ones. */
export interface BackoffSettings {
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
}

/** Specification, "Proxy retry rules" 6. */
export const DEFAULT_BACKOFF: BackoffSettings = { firstWaitMs: 3_000, maxWaitMs: 600_000 };

export interface RetryAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Beginning of the body, where the provider's rules look into it. */
  readonly bodyText?: string | undefined;
}

/** Wait before retry number `retry` (0 is the first one): doubling, capped. */
export function backoffMs(retry: number, { firstWaitMs, maxWaitMs }: BackoffSettings): number {
  return Math.min(firstWaitMs * 2 ** retry, maxWaitMs);
}

/**
 * Wait before the next attempt, in milliseconds: what the caller's headers say, else the provider's (the largest), else what
 * its body says, else the back-off, which the standard `Retry-After` of a 429 or 503 may only lengthen. Many providers tell the
 * end of their rate limit's window with every answer: it means nothing where calls are left in it.
 */
export function retryWaitMs(
  retry: number,
  answer: RetryAnswer | undefined,
  { provider, retryHeader }: RetryRules,
  backoff: BackoffSettings = DEFAULT_BACKOFF,
  nowMs: number = Date.now(),
): number {
  const exponential = backoffMs(retry, backoff);
  if (!answer) return exponential;
  const told =
    headerWaitMs(answer, retryHeader, nowMs) ??
    headerWaitMs(answer, hasCallsLeft(answer, provider) ? { after: provider?.after } : provider, nowMs) ??
    bodyWaitMs(answer.bodyText, provider, nowMs);
  if (told !== undefined) return told;
  if (answer.status !== 429 && answer.status !== 503) return exponential;
  return Math.max(exponential, waitFromAfter(answer.header('retry-after'), nowMs) ?? 0);
}

function hasCallsLeft({ status, header }: RetryAnswer, provider: ProviderRetryRules | undefined): boolean {
  const left = provider?.remaining === undefined ? undefined : header(provider.remaining);
  return status !== 429 && Number(left) > 0;
}

function headerWaitMs(
  { header }: RetryAnswer,
  rules: RetryHeader | Pick<ProviderRetryRules, 'at' | 'after'> | undefined,
  nowMs: number,
): number | undefined {
  const waits = [
    ...[rules?.at ?? []].flat().map((name) => waitFromAt(header(name), nowMs)),
    ...[rules?.after ?? []].flat().map((name) => waitFromAfter(header(name), nowMs)),
  ].filter((wait) => wait !== undefined);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Epoch in seconds or milliseconds, or a date. A number this large can only be milliseconds (year 5138 in seconds). */
const FIRST_MILLISECOND_EPOCH = 1e11;

/** Wait until a moment given as epoch seconds, epoch milliseconds or a date. */
export function waitFromAt(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const number = Number(text);
  const atMs = Number.isFinite(number) ? (number < FIRST_MILLISECOND_EPOCH ? number * 1000 : number) : Date.parse(text);
  return Number.isFinite(atMs) ? Math.max(0, Math.ceil(atMs - nowMs)) : undefined;
}

/** Wait given in seconds, or, as `Retry-After` allows, as a date. */
export function waitFromAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
  return waitFromAt(text, nowMs);
}

/** Messages are short; an expression may take the square of a text's length, or worse. */
const MAX_MESSAGE_LENGTH = 500;

function bodyWaitMs(
  bodyText: string | undefined,
  provider: ProviderRetryRules | undefined,
  nowMs: number,
): number | undefined {
  const rule = provider?.in_body;
  if (!rule || bodyText === undefined) return undefined;
  const captured = new RegExp(rule.value).exec(textAt(bodyText, rule.path).slice(0, MAX_MESSAGE_LENGTH))?.[1];
  return rule.strategy === 'at' ? waitFromAt(captured, nowMs) : waitFromAfter(captured, nowMs);
}

function textAt(bodyText: string, path: string): string {
  try {
    let value: unknown = JSON.parse(bodyText);
    for (const key of path === '' ? [] : path.split('.')) {
      value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    }
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  } catch {
    return '';
  }
}
