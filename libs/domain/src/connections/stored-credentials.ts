import { parseMoment, type Credentials, type ImportCredentials, type Provider } from '@svc/contracts';

/** Credentials as they are stored, and what of an import goes elsewhere. */
export interface StoredImport {
  readonly credentials: Credentials;
  readonly expiresAt: Date | null;
  /** Goes to `connection_config`. */
  readonly config: Readonly<Record<string, unknown>>;
}

type Raw = Record<string, unknown>;
type Override = { client_id?: string | undefined; client_secret?: string | undefined };

/**
 * Turns imported credentials into stored ones (wire contract, section 17). An app override comes from either place.
 *
 * @param raw the provider's own answer, where the caller kept it.
 */
export function toStored(imported: ImportCredentials, override: Override, raw?: Raw): StoredImport {
  switch (imported.type) {
    case 'OAUTH2': {
      const { expires_at: _, config_override: own, refresh_token: refreshToken, ...fields } = imported;
      const merged = { ...override, ...own };
      return withExpiry(imported.expires_at, {
        ...fields,
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
        raw: raw ?? {
          access_token: imported.access_token,
          ...(refreshToken !== undefined && { refresh_token: refreshToken }),
        },
        ...(Object.keys(merged).length > 0 && { config_override: merged }),
      });
    }
    case 'OAUTH2_CC': {
      const { expires_at: _, ...fields } = imported;
      return withExpiry(imported.expires_at, { ...fields, raw: { access_token: imported.token } });
    }
    case 'OAUTH1':
      return stored({
        ...imported,
        raw: raw ?? { oauth_token: imported.oauth_token, oauth_token_secret: imported.oauth_token_secret },
      });
    case 'TBA':
      return stored({ ...imported, config_override: { ...override, ...imported.config_override } });
    case 'APP':
    case 'CUSTOM': {
      const { type, ...config } = imported;
      return stored({ type, raw: {} }, config);
    }
    default:
      return stored(imported);
  }
}

/** A token whose end nobody named is renewed as one that was just given, where the definition knows how long those live. */
export function withKnownLife(
  imported: StoredImport,
  { token_expires_in_ms: lifeMs }: Pick<Provider, 'token_expires_in_ms'>,
  nowMs = Date.now(),
): StoredImport {
  const { credentials, expiresAt } = imported;
  const isEndless = credentials.type === 'OAUTH2' && credentials.refresh_token !== undefined && expiresAt === null;
  if (!isEndless || lifeMs === undefined) return imported;
  const end = new Date(nowMs + lifeMs);
  return { ...imported, credentials: { ...credentials, expires_at: end.toISOString() }, expiresAt: end };
}

const stored = (credentials: Credentials, config: StoredImport['config'] = {}): StoredImport => ({
  credentials,
  expiresAt: null,
  config,
});

function withExpiry(moment: string | number | undefined, credentials: Credentials): StoredImport {
  const expiresAt = parseMoment(moment);
  return {
    credentials: { ...credentials, ...(expiresAt && { expires_at: expiresAt.toISOString() }) },
    expiresAt,
    config: {},
  };
}
