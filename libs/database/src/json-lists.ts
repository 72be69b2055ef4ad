/** PostgreSQL takes 256 MB of JSON at most; this is far below, so that no process holds so much at once either. */
const LONGEST = 16 * 1024 * 1024;

/** Values as texts of JSON lists, in their order. A list is longer than 16 MB only where a single value is. */
export function* jsonLists(values: Iterable<unknown>): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    if (length > 0 && length + text.length > LONGEST) {
      yield `[${texts.join(',')}]`;
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}
