import { valueAt } from '../tokens/token-answer.js';

type Captured = Readonly<Record<string, string | number | boolean>>;

/** Texts, numbers and booleans at dot paths of an answer, by their path. */
export function captureFrom(body: unknown, paths: readonly string[] = []): Captured {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueAt(body, path);
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[path, value]]
        : [];
    }),
  );
}

/** Parameters of a callback, by their name. */
export const captureFromQuery = (
  query: Readonly<Record<string, string>>,
  names: readonly string[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** What was entered wins over what was captured, unless it was left empty (wire contract, section 6). */
export const laidOver = (
  captured: Readonly<Record<string, unknown>>,
  entered: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...captured,
  ...Object.fromEntries(Object.entries(entered).filter(([name, value]) => value !== '' || !(name in captured))),
});
