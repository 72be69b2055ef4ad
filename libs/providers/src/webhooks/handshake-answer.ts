import type { WebhookAnswerText, WebhookHandshake } from '@svc/contracts';
import { createHmac } from 'node:crypto';
import { readFirst, readPlace, viewOf } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

/** What a provider gets to hear. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whether a request is this handshake. */
export function isHandshake({ method, when }: WebhookHandshake, request: WebhookRequest): boolean {
  if (request.raw.method !== method) return false;
  if (!when) return true;
  const found = readPlace(when.place, viewOf(request));
  return when.equals === undefined ? found !== undefined && found !== null && found !== '' : found === when.equals;
}

/** The answer that ends a handshake. */
export function handshakeAnswer(
  rule: WebhookHandshake,
  request: WebhookRequest,
  secret: string | undefined,
): WebhookAnswer {
  const text = (part: WebhookAnswerText): string | number => answerText(part, request, secret);
  const status = rule.status ?? 200;
  const headers = Object.fromEntries(
    Object.entries(rule.headers ?? {}).map(([name, part]) => [name, String(text(part)).replace(/[^\x20-\x7e]/g, '')]),
  );
  if (rule.json) {
    const body = Object.fromEntries(Object.entries(rule.json).map(([name, part]) => [name, text(part)]));
    return {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: JSON.stringify(body),
    };
  }
  const body = rule.text ? String(text(rule.text)) : '';
  // What is said back was the caller's: a browser must take it for text.
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

function answerText(part: WebhookAnswerText, request: WebhookRequest, secret = ''): string | number {
  if ('value' in part) return part.value;
  const [found = ''] = readFirst(part.from, viewOf(request));
  return part.hmac_sha256_hex ? createHmac('sha256', secret).update(found).digest('hex') : found;
}
