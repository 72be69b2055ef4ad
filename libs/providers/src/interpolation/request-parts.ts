/** What the parts of a request are made from. */
export interface RequestPartsInput {
  readonly method: string;
  /** Full address, with the query. */
  readonly url: URL;
  /** Path as the caller gave it, relative to the base URL. */
  readonly endpoint: string;
  readonly contentType?: string;
  /** The bytes or the text of the body; absent when there is none or it is streamed. */
  readonly body?: string | Uint8Array;
}

/** Names of the placeholders that stand for parts of the request. */
export const REQUEST_PART_NAMES = [
  'method',
  'host',
  'path',
  'endpoint',
  'params',
  'urlCanonicalParams',
  'bodyCanonicalParams',
  'contentType',
] as const;

type RequestPartName = (typeof REQUEST_PART_NAMES)[number];

const names: ReadonlySet<string> = new Set(REQUEST_PART_NAMES);

/** The request that is being signed, for placeholders such as `${method}` (wire contract, section 19). */
export class RequestParts {
  constructor(readonly input: RequestPartsInput) {}

  /** Value of the placeholder with this name, or undefined when there is no such part. */
  get(name: string): string | undefined {
    return isPartName(name) ? this.part(name) : undefined;
  }

  private part(name: RequestPartName): string {
    const { method, url, endpoint, contentType } = this.input;
    switch (name) {
      case 'method':
        return method.toUpperCase();
      case 'host':
        return url.host;
      case 'path':
        return url.pathname;
      case 'endpoint':
        return endpoint;
      case 'params':
        return url.search.replace(/^\?/, '');
      case 'urlCanonicalParams':
        return canonicalParams(url.searchParams);
      case 'bodyCanonicalParams':
        return canonicalParams(this.bodyParams());
      case 'contentType':
        return contentType ?? '';
    }
  }

  private bodyParams(): Iterable<[string, string]> {
    const { body, contentType = '' } = this.input;
    if (body === undefined) return [];
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    return contentType.includes('json') ? jsonParams(text) : new URLSearchParams(text);
  }
}

const isPartName = (name: string): name is RequestPartName => names.has(name);

/** Percent-encoding of RFC 3986, as signatures want it: also `!'()*`. */
export const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parameters in the order of their names, then values, percent-encoded and joined as a query. */
export function canonicalParams(params: Iterable<[string, string]>): string {
  return Array.from(params, ([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function jsonParams(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, entry]) => [
    name,
    typeof entry === 'string' ? entry : JSON.stringify(entry),
  ]);
}
