/**
 * Headers as they stand on the wire: name, value, name, value. Order, spelling and repetitions are kept, which an object
 * keyed by name cannot do.
 */
export type RawHeaders = readonly string[];

/** First value of a header, or undefined. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === wanted) return headers[index + 1];
  }
  return undefined;
}

/** All values of a header, in their order. */
export function headerValues(headers: RawHeaders, name: string): string[] {
  const wanted = name.toLowerCase();
  return filterHeaders(headers, (candidate) => candidate === wanted).filter((_, index) => index % 2 === 1);
}

/** The headers whose lower-case name passes. */
export function filterHeaders(headers: RawHeaders, keep: (lowerCaseName: string) => boolean): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (keep(name.toLowerCase())) kept.push(name, headers[index + 1] ?? '');
  }
  return kept;
}

/** Raw headers of a plain map. */
export function rawHeadersOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
