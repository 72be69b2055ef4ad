import { endUserSchema, type Connection, type Credentials, type EndUser, type ListedConnection } from '@svc/contracts';
import type { ConnectionRow, ListedConnectionRow } from '@svc/database';

/** What of a connection is shown. */
export interface ConnectionViewOptions {
  /** Undefined leaves credentials out (D5). */
  readonly credentials?: Credentials | undefined;
  /** Show refresh tokens; otherwise they are removed wherever they stand. */
  readonly includesRefreshToken?: boolean;
}

type Viewed = Omit<ConnectionRow, 'credentialsSealed'>;
type ViewedIntegration = { readonly uniqueKey: string; readonly provider: string };

/** A connection as `GET /connections/{id}` answers it (wire contract, section 5). */
export function viewConnection(
  { uniqueKey, provider }: ViewedIntegration,
  row: Viewed,
  { credentials, includesRefreshToken = false }: ConnectionViewOptions,
): Connection {
  const { shown, ofUser } = splitUser(credentials);
  const config = {
    ...row.connectionConfig,
    ...(row.webhookUrl !== null && { webhook_url: row.webhookUrl }),
    ...ofUser,
  };
  return {
    id: row.id,
    connection_id: row.connectionId,
    provider_config_key: uniqueKey,
    provider,
    errors: row.errors,
    end_user: viewEndUser(row.endUser),
    tags: row.tags,
    metadata: row.metadata,
    connection_config: includesRefreshToken ? config : withoutRefreshTokens(config),
    webhook_url_override: row.webhookUrl,
    created_at: withOffset(row.createdAt),
    updated_at: withOffset(row.updatedAt),
    last_fetched_at: withOffset(row.lastFetchedAt ?? row.createdAt),
    ...(shown && { credentials: includesRefreshToken ? shown : withoutRefreshTokens(shown) }),
  };
}

/** A connection as `GET /connections` answers it. */
export const viewListedConnection = (row: ListedConnectionRow): ListedConnection => ({
  id: row.id,
  connection_id: row.connectionId,
  provider_config_key: row.providerConfigKey,
  provider: row.provider,
  errors: row.errors,
  end_user: viewEndUser(row.endUser),
  tags: row.tags,
  metadata: row.metadata,
  created: row.createdAt.toISOString(),
});

interface SplitCredentials {
  readonly shown?: Credentials | undefined;
  /** Goes to `connection_config`. */
  readonly ofUser?: { readonly userCredentials: unknown };
}

/** The person's own tokens are sealed with those of the app's installation, and shown elsewhere (wire contract, section 17). */
function splitUser(credentials: Credentials | undefined): SplitCredentials {
  if (credentials?.type !== 'CUSTOM') return { shown: credentials };
  const { userCredentials, ...shown } = credentials;
  return { shown, ...(userCredentials !== undefined && { ofUser: { userCredentials } }) };
}

/** Single connections write the offset out where lists write `Z` (wire contract, section 1, "Dates"). */
const withOffset = (moment: Date): string => moment.toISOString().replace('Z', '+00:00');

const viewEndUser = (stored: ConnectionRow['endUser']): EndUser | null =>
  stored === null ? null : endUserSchema.parse(stored);

const isRefreshToken = (key: string): boolean => key.replace(/[^a-z]/gi, '').toLowerCase() === 'refreshtoken';

/** A copy without any property whose letters spell "refreshtoken", however deep. */
function withoutRefreshTokens<Value>(value: Value): Value;
function withoutRefreshTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutRefreshTokens(entry));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) if (!isRefreshToken(key)) copy[key] = withoutRefreshTokens(entry);
  return copy;
}
