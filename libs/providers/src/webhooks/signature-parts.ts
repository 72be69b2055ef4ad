import type { WebhookPart, WebhookTimestamp } from '@svc/contracts';
import { readFirst, viewOf } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

/** What stands behind the prefix, in each part that has it. */
export function readParts({ from, separator, prefix = '' }: WebhookPart, request: WebhookRequest): readonly string[] {
  const texts = readFirst(from, viewOf(request));
  const parts = separator === undefined ? texts : texts.flatMap((text) => text.split(separator));
  return parts
    .map((part) => part.trim())
    .filter((part) => part.toLowerCase().startsWith(prefix.toLowerCase()))
    .map((part) => part.slice(prefix.length))
    .filter((part) => part !== '');
}

const UNIT_MS = { seconds: 1000, milliseconds: 1 } as const;

/** The moment of signing as it was written; undefined where it is missing or too far from now. */
export function readTimestamp(rule: WebhookTimestamp, request: WebhookRequest, nowMs: number): string | undefined {
  const [text] = readParts(rule, request);
  if (text === undefined) return undefined;
  const atMs = rule.unit === 'iso' ? Date.parse(text) : Number(text) * UNIT_MS[rule.unit];
  return Math.abs(nowMs - atMs) <= rule.tolerance_s * 1000 ? text : undefined;
}
