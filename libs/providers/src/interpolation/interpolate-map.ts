import { AppError } from '@svc/errors';
import { compiledTemplate } from './compiled-templates.js';
import { evaluateTemplate } from './evaluate-template.js';
import type { InterpolationContext } from './interpolation-context.js';
import type { Template } from './template.js';

type TextMap = Readonly<Record<string, string>>;

interface CompiledMap {
  readonly entries: readonly (readonly [name: string, template: Template])[];
  readonly isLiteral: boolean;
}

/** Maps of definitions live as long as the definition, so each is compiled once. */
const compiledMaps = new WeakMap<TextMap, CompiledMap>();

function compiledMap(map: TextMap): CompiledMap {
  const known = compiledMaps.get(map);
  if (known) return known;
  const entries = Object.entries(map).map(([name, text]) => [name, compiledTemplate(text)] as const);
  const compiled = { entries, isLiteral: entries.every(([, template]) => template.literal !== undefined) };
  compiledMaps.set(map, compiled);
  return compiled;
}

const NOT_IN_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Fills in headers. One whose placeholders do not all have values is left out.
 *
 * @throws AppError `invalid_headers` when a value holds a line break or another character that HTTP forbids.
 */
export function interpolateHeaders(headers: TextMap | undefined, context: InterpolationContext): TextMap {
  return fillIn(headers, context, (name, value) => {
    if (!NOT_IN_A_HEADER.test(value)) return;
    throw new AppError(
      'invalid_headers',
      `The value for the header "${name}" holds a line break or another character that headers cannot carry. Check the connection's credentials and configuration.`,
      { payload: { header: name } },
    );
  });
}

/** Fills in query parameters (not yet percent-encoded). One whose placeholders do not all have values is left out. */
export function interpolateQuery(query: TextMap | undefined, context: InterpolationContext): TextMap {
  return fillIn(query, context);
}

const NOTHING: TextMap = Object.freeze({});

function fillIn(
  map: TextMap | undefined,
  context: InterpolationContext,
  check?: (name: string, value: string) => void,
): TextMap {
  if (!map) return NOTHING;
  const { entries, isLiteral } = compiledMap(map);
  if (isLiteral) return map;
  const result: Record<string, string> = {};
  for (const [name, template] of entries) {
    const { text, missing } = evaluateTemplate(template, context);
    if (missing) continue;
    check?.(name, text);
    result[name] = text;
  }
  return result;
}
