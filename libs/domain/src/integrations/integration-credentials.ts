import type { AuthMode } from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import type { TextMap } from '../credentials/open-integration.js';

const OAUTH_FIELDS = ['client_id', 'client_secret', 'scopes', 'webhook_secret'] as const;
const APP_FIELDS = ['app_id', 'app_link', 'private_key'] as const;

/** Fields that are always answered, null when unset (wire contract, section 4). */
const SHOWN_FIELDS: Readonly<Partial<Record<AuthMode, readonly string[]>>> = {
  OAUTH1: OAUTH_FIELDS,
  OAUTH2: OAUTH_FIELDS,
  TBA: OAUTH_FIELDS,
  APP: APP_FIELDS,
  CUSTOM: ['client_id', 'client_secret', ...APP_FIELDS],
};

/**
 * Lays given credentials over stored ones; empty text clears a field.
 *
 * @throws AppError `invalid_body` when `type` is given and is not the provider's auth mode (D7).
 */
export function mergeCredentials(stored: TextMap, given: TextMap, mode: AuthMode): TextMap {
  const { type, ...fields } = given;
  if (type !== undefined && type !== mode) {
    throw invalidBody({
      code: 'invalid_value',
      path: ['credentials', 'type'],
      message: `must be ${mode}, the auth mode of the provider`,
    });
  }
  return mergeTexts(stored, normalised(fields));
}

/** Lays given texts over stored ones; empty text clears a key. */
export function mergeTexts(stored: TextMap, given: TextMap): TextMap {
  return Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value !== ''));
}

/** Credentials as they are answered; null where the auth mode has none and none were set. */
export function shownCredentials(stored: TextMap, mode: AuthMode): Record<string, string | null> | null {
  const always = SHOWN_FIELDS[mode];
  if (!always && Object.keys(stored).length === 0) return null;
  const unset = Object.fromEntries((always ?? []).map((field) => [field, null]));
  return { type: mode, ...unset, ...stored };
}

/** Blanks around the commas of scopes mean nothing. */
const normalised = (fields: TextMap): TextMap =>
  fields['scopes'] === undefined
    ? fields
    : {
        ...fields,
        scopes: fields['scopes']
          .split(',')
          .map((scope) => scope.trim())
          .join(','),
      };
