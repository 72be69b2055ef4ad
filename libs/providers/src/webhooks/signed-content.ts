import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readFirst, viewOf } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

interface Known {
  readonly secret: string;
  readonly timestamp: string;
}

/** The bytes that a signature covers, by a template such as `{timestamp}.{body}`; undefined where a part is missing. */
export function signedContent(template: string, request: WebhookRequest, known: Known): Buffer | undefined {
  const parts = template.split(/(\{[^{}]*\})/).map((part) => contentOf(part, request, known));
  return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;
}

function contentOf(part: string, request: WebhookRequest, { secret, timestamp }: Known): Buffer | undefined {
  const { raw } = request;
  switch (part) {
    case '{body}':
      return raw.body;
    case '{url}':
      return Buffer.from(raw.url);
    case '{method}':
      return Buffer.from(raw.method);
    case '{timestamp}':
      return Buffer.from(timestamp);
    case '{secret}':
      return Buffer.from(secret);
    case '{crc32}':
      return Buffer.from(String(crc32(raw.body)));
    case '{form}':
      return formContent(request);
    default:
      return part.startsWith('{') ? placeContent(part.slice(1, -1), request) : Buffer.from(part);
  }
}

const placeContent = (place: string, request: WebhookRequest): Buffer | undefined => {
  const [text] = readFirst(place, viewOf(request));
  return text === undefined ? undefined : Buffer.from(text);
};

/**
 * Names and values of a form, by name, without anything in between. Another body is covered by its SHA-256 in the address, where
 * there is a body at all.
 */
function formContent({ raw: { headers, body, query } }: WebhookRequest): Buffer | undefined {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    const fields = [...new URLSearchParams(body.toString('utf8'))].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return Buffer.from(fields.flat().join(''));
  }
  const isCovered = body.length === 0 || query['bodySHA256'] === createHash('sha256').update(body).digest('hex');
  return isCovered ? Buffer.alloc(0) : undefined;
}
