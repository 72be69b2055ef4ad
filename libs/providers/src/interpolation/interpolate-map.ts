import { AppError } from '@svc/errors';
import { compiledTemplate } from './compiled-templates.js';
import { evaluateTemplate } from './evaluate-template.js';
import type { InterpolationContext } from './interpolation-context.js';
import type { Template } from './template.js';

type TextMap = Readonly<Record<string, string>>;

interface CompiledMap {
  readonly entries: readonly (readonly [name: Template, value: Template])[];
  readonly isLiteral: boolean;
}

/** Maps of definitions live as long as the definition, so each is compiled once. */
const compiledMaps = new WeakMap<TextMap, CompiledMap>();

function compiledMap(map: TextMap): CompiledMap {
  const known = compiledMaps.get(map);
  if (known) return known;
  const entries = Object.entries(map).map(([name, text]) => [compiledTemplate(name), compiledTemplate(text)] as const);
  const compiled = { entries, isLiteral: entries.flat().every((template) => template.literal !== undefined) };
  compiledMaps.set(map, compiled);
  return compiled;
}

const NOT_IN_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;

/** What frames the message; a definition or a connection that could set these could smuggle in a second request. */
const FRAMING = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/**
 * Fills in headers, names as well as values; names come out in lower case. One whose placeholders do not all have values
 * is left out.
 *
 * @throws AppError `invalid_headers` when a name is no header name that may be set here, or a value holds a line break or
 * another character that HTTP forbids.
 */
export function interpolateHeaders(headers: TextMap | undefined, context: InterpolationContext): TextMap {
  return fillIn(headers, context, checkedHeaderName);
}

function checkedHeaderName(name: string, value: string): string {
  const lowerCase = name.toLowerCase();
  if (!HEADER_NAME.test(lowerCase) || FRAMING.has(lowerCase)) {
    throw headerError(
      lowerCase,
      `"${name}" cannot be set as a header. Choose another header name for this connection.`,
    );
  }
  if (NOT_IN_A_HEADER.test(value)) {
    throw headerError(
      lowerCase,
      `The value for the header "${lowerCase}" holds a line break or another character that headers cannot carry. Check the connection's credentials and configuration.`,
    );
  }
  return lowerCase;
}

const headerError = (header: string, message: string): AppError =>
  new AppError('invalid_headers', message, { payload: { header } });

/** Fills in query parameters (not yet percent-encoded). One whose placeholders do not all have values is left out. */
export function interpolateQuery(query: TextMap | undefined, context: InterpolationContext): TextMap {
  return fillIn(query, context);
}

const NOTHING: TextMap = Object.freeze({});

function fillIn(
  map: TextMap | undefined,
  context: InterpolationContext,
  finish?: (name: string, value: string) => string,
): TextMap {
  if (!map) return NOTHING;
  const { entries, isLiteral } = compiledMap(map);
  if (isLiteral) return map;
  const result: Record<string, string> = {};
  for (const [name, value] of entries) {
    const filledName = evaluateTemplate(name, context);
    const filledValue = evaluateTemplate(value, context);
    if (filledName.missing || filledValue.missing) continue;
    const key = finish ? finish(filledName.text, filledValue.text) : filledName.text;
    result[key] = filledValue.text;
  }
  return result;
}
