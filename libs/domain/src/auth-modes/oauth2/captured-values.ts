import type { AuthSubject } from '../auth-subject.js';
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

/**
 * What was entered wins over what was captured, unless it was left empty (wire contract, section 6). What people cannot
 * enter comes from the authorization before, when there was one.
 */
export function laidOver(
  captured: Readonly<Record<string, unknown>>,
  { provider, connectionConfig }: Pick<AuthSubject, 'provider' | 'connectionConfig'>,
): Readonly<Record<string, unknown>> {
  const isEntered = (name: string): boolean =>
    Object.hasOwn(provider.connection_config ?? {}, name) && connectionConfig[name] !== '';
  const newer = Object.entries(captured).filter(([name]) => !(name in connectionConfig && isEntered(name)));
  return { ...connectionConfig, ...Object.fromEntries(newer) };
}
