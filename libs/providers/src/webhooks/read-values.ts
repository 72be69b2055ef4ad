import { exactDigits, parseExactJson, type WebhookValue } from '@svc/contracts';
import { getPath } from '../get-path.js';
import { transformValue } from './transform-value.js';
import type { WebhookRequest } from './webhook-request.js';

/** One event of a webhook: the webhook itself, or an entry of its list. */
export interface WebhookView {
  readonly request: WebhookRequest;
  readonly event: unknown;
}

/** The whole of a webhook as one event. */
export const viewOf = (request: WebhookRequest): WebhookView => ({
  request,
  get event() {
    return request.payload;
  },
});

/** What stands at a place; undefined where there is nothing. */
export function readPlace(place: string, view: WebhookView): unknown {
  const [kind, name] = [place.slice(0, place.indexOf(':')), place.slice(place.indexOf(':') + 1)];
  const { raw } = view.request;
  if (kind === 'header') return ownText(raw.headers, name);
  if (kind === 'query') return ownText(raw.query, name);
  const root = kind === 'event' ? view.event : view.request.payload;
  return valuesAt(root, name);
}

/** The value at a dot path, in which `*` stands for every entry of a list. */
function valuesAt(root: unknown, path: string): unknown {
  if (path === '') return root;
  const [before = '', ...rest] = path.split('.*.');
  const value = before === '' ? root : getPath(root, before);
  if (rest.length === 0) return value;
  return Array.isArray(value) ? value.flatMap((entry) => valuesAt(entry, rest.join('.*.'))) : undefined;
}

/** Texts at the first of these places that has one. */
export function readFirst(places: string | readonly string[], view: WebhookView): readonly string[] {
  for (const place of [places].flat()) {
    const found = textsOf(readPlace(place, view));
    if (found.length > 0) return found;
  }
  return [];
}

/** A value of a webhook as texts: all entries of a list, none where it is not there. */
export function readValues(value: WebhookValue, view: WebhookView): readonly string[] {
  if (typeof value === 'string') return readFirst(value, view);
  const { from, decode, path, as } = value;
  const raw = readFirst(from, view);
  const plain = decode === undefined ? raw : raw.flatMap((text) => decoded(text, decode, path));
  return as === undefined ? plain : plain.flatMap((text) => transformValue(text, as) ?? []);
}

function decoded(text: string, decode: 'json' | 'base64_json', path: string | undefined): readonly string[] {
  try {
    const value = parseExactJson(decode === 'json' ? text : Buffer.from(text, 'base64').toString('utf8'));
    return textsOf(path === undefined ? value : getPath(value, path));
  } catch {
    return [];
  }
}

/** Numbers, with all their digits, and truths count as their text; a list is all its entries. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => (Array.isArray(entry) ? [] : textsOf(entry)));
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  return [exactDigits(value) ?? []].flat();
}

const ownText = (from: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;
