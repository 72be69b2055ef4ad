import type { ProviderData } from './provider-answer.js';

/** A request without credentials, for `uncontrolledFetch`. */
export interface UncontrolledFetchOptions {
  /** Address or `URL`; absolute, http or https. Private, loopback and metadata addresses are refused unless the gateway allows them. */
  url: string | { readonly href: string };
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  headers?: Record<string, string>;
  /** Sent as it is: encode JSON yourself. */
  body?: string | Uint8Array | null;
}

/** Headers of an answer; names in any case. */
export interface FetchHeaders {
  /** Values of a repeated header are joined by a comma; null where there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(callback: (value: string, name: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

/** The answer to `uncontrolledFetch`, as `fetch` gives it. Its body has arrived and may be read any number of times. */
export interface FetchResponse {
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: FetchHeaders;
  text(): Promise<string>;
  /** @throws {SyntaxError} when the body is not JSON */
  json(): Promise<ProviderData>;
  arrayBuffer(): Promise<ArrayBuffer>;
}
