/** A number that JavaScript could not keep: it is written again as it was read (ECMAScript, "JSON.parse source text access"). */
interface ExactNumber {
  readonly rawJSON: string;
}

interface ExactJson {
  isRawJSON(value: unknown): value is ExactNumber;
  rawJSON(text: string): ExactNumber;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

/** In Node since version 22; TypeScript does not know it yet. */
const json: typeof JSON & ExactJson = JSON as typeof JSON & ExactJson;

/**
 * A number which may not read the same after JavaScript had it: long, with zeros at the end of its fraction, or with an exponent.
 * It stands behind a name, in a list, or alone.
 */
const INEXACT = /(?:^|"\s*:|[[,])\s*-?(?:\d[\d.]{15}|\d+\.\d*0(?!\d)|[\d.]+[eE])/;

/** What is longer, or has a larger exponent, no store takes as a number. */
const MAX_LENGTH = 1_000;
const MAX_EXPONENT = 400;

/**
 * The value of a JSON text, whose numbers `JSON.stringify` writes digit for digit as they came: a 64-bit id stays what it is.
 *
 * @param parsed what `JSON.parse` made of the text, where that is known.
 * @throws SyntaxError
 */
export function parseExactJson(text: string, parsed: unknown = JSON.parse(text)): unknown {
  return INEXACT.test(text) ? json.parse(text, exact) : parsed;
}

/** The digits of a number that JavaScript cannot keep; undefined for everything else. */
export const exactDigits = (value: unknown): string | undefined => (json.isRawJSON(value) ? value.rawJSON : undefined);

function exact(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || source === String(value)) return value;
  const exponent = Math.abs(Number(/[eE](.*)$/.exec(source)?.[1] ?? 0));
  return source.length <= MAX_LENGTH && exponent <= MAX_EXPONENT ? json.rawJSON(source) : value;
}
