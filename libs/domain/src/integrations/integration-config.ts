import type { Provider } from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import { validateInputFields } from '@svc/providers';
import type { TextMap } from '../credentials/open-integration.js';
import { mergeTexts } from './integration-credentials.js';

/**
 * Lays given configuration over what is stored and checks the result against the provider's fields. Nothing given
 * changes nothing, so that a definition that grew stricter does not block other updates.
 *
 * @throws AppError `invalid_body`
 */
export function mergeConfig(provider: Provider, stored: TextMap, given: TextMap | undefined): TextMap {
  if (given === undefined) return stored;
  const declared = provider.integration_config ?? {};
  const known = Object.fromEntries(Object.entries(stored).filter(([name]) => Object.hasOwn(declared, name)));
  const { values, issues } = validateInputFields(
    declared,
    { ...known, ...given },
    { path: ['integration_config'], unknownKeys: 'reject' },
  );
  if (issues.length > 0) throw invalidBody(...issues);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  );
}

/** @throws AppError `invalid_body` when the provider declares fields of its own. */
export function mergeCustom(provider: Provider, stored: TextMap, given: TextMap | undefined): TextMap {
  if (given === undefined) return stored;
  if (provider.integration_config) {
    throw invalidBody({
      code: 'custom',
      path: ['custom'],
      message: `the provider ${provider.name} has fields of its own: pass them as integration_config`,
    });
  }
  return mergeTexts(stored, given);
}
