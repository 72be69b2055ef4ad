import { redactValue } from '@svc/observability';

/** Largest payload of a log line as JSON (wire contract, section 16). */
const MAX_PAYLOAD_LENGTH = 100_000;
const PREVIEW_LENGTH = 10_000;

/** A payload as it is stored: without secrets, and cut to a preview when it is too large. */
export function boundedPayload(payload: unknown): unknown {
  if (payload === undefined) return null;
  const redacted = redactValue(payload);
  const json = JSON.stringify(redacted);
  if (json === undefined) return null;
  if (json.length <= MAX_PAYLOAD_LENGTH) return redacted;
  return { truncated: true, length: json.length, preview: json.slice(0, PREVIEW_LENGTH).toWellFormed() };
}
