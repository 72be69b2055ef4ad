import { MAX_JSON_DEPTH, parseExactJson, type ProviderWebhook } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { RawWebhook } from './raw-webhook.js';

type Body = Pick<RawWebhook, 'headers' | 'body'>;

/**
 * What a body says: JSON, with all digits of its numbers, the fields of a form, or its text where it is XML or anything else that can be read. Bytes that are no
 * text are their base64. No body at all is undefined.
 *
 * @throws AppError `invalid_json` where it says that it is JSON and is not.
 */
export function webhookPayload(
  { headers, body }: Body,
  { form_field: field }: Pick<ProviderWebhook, 'form_field'>,
): unknown {
  if (body.length === 0) return undefined;
  const type = (headers['content-type'] ?? '').toLowerCase();
  if (/^application\/([\w.+-]+\+)?json\b/.test(type)) return parsed(body.toString('utf8'));
  if (type.startsWith('application/x-www-form-urlencoded')) return form(body.toString('utf8'), field);
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return body.toString('base64');
  return type === '' || type.startsWith('text/plain') ? jsonOrText(text) : text;
}

function form(text: string, field: string | undefined): unknown {
  const fields = new URLSearchParams(text);
  const json = field === undefined ? null : fields.get(field);
  return json === null ? Object.fromEntries(fields) : parsed(json);
}

/** Some providers send JSON as text, or say nothing. */
function jsonOrText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parsed(text);
  } catch {
    return text;
  }
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON, although its content type says so.');
  }
  if (isTooDeep(value))
    throw new AppError('invalid_json', `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  return parseExactJson(text, value);
}

/** Level by level, so that nesting cannot exhaust the stack. */
function isTooDeep(root: unknown): boolean {
  let level = [root].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_JSON_DEPTH) return true;
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
