import { isStorableText, type Provider } from '@svc/contracts';
import { validateInputFields } from '@svc/providers';
import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthSubject } from '../auth-subject.js';
import { valueAt } from '../tokens/token-answer.js';

type Captured = Readonly<Record<string, string | number | boolean>>;

/**
 * Texts, numbers and booleans at dot paths of an answer, by their path. Text that cannot be stored is left out: a token that
 * was given is worth more than what stands beside it.
 */
export function captureFrom(body: unknown, paths: readonly string[] = []): Captured {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueAt(body, path);
      return isCapturable(value) ? [[path, value]] : [];
    }),
  );
}

const isCapturable = (value: unknown): value is Captured[string] =>
  typeof value === 'string' ? isStorableText(value) : typeof value === 'number' || typeof value === 'boolean';

/**
 * Parameters of a callback, by their name. One that the definition has a field for must be what the field takes: whoever
 * comes back could have changed it.
 *
 * @throws AuthorizationDenied
 */
export function captureFromQuery(
  { redirect_uri_metadata: names = [], connection_config: fields = {} }: Provider,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const captured = Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return value && isStorableText(value) ? [[name, value]] : [];
    }),
  );
  const { issues } = validateInputFields(fields, captured, { path: [], unknownKeys: 'keep', isPartial: true });
  const [issue] = issues;
  if (issue)
    throw new AuthorizationDenied(
      'invalid_callback',
      `The provider sent the browser back with a wrong value: ${issue.message}.`,
    );
  return captured;
}

/**
 * What was entered wins over what was captured, unless it was left empty (wire contract, section 6). What people cannot
 * enter comes from the authorization before, when there was one.
 */
export function laidOver(
  captured: Readonly<Record<string, unknown>>,
  { provider, connectionConfig }: Pick<AuthSubject, 'provider' | 'connectionConfig'>,
): Readonly<Record<string, unknown>> {
  const { connection_config: fields = {} } = provider;
  const isEntered = (name: string): boolean =>
    Object.hasOwn(fields, name) && !fields[name]?.automated && connectionConfig[name] !== '';
  const newer = Object.entries(captured).filter(([name]) => !(name in connectionConfig && isEntered(name)));
  return { ...connectionConfig, ...Object.fromEntries(newer) };
}
