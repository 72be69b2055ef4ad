import type { Credentials } from '@svc/contracts';
import type { ConnectionAddress, ConnectionRow } from '@svc/database';
import type { AppError } from '@svc/errors';
import type { OpenIntegration } from './open-integration.js';

/** A connection with credentials that work, and its integration. All of it is shared: copy before changing. */
export interface FreshConnection {
  readonly integration: OpenIntegration;
  readonly connection: Omit<ConnectionRow, 'credentialsSealed'>;
  readonly credentials: Credentials;
}

/** Which part of an address names nothing. */
export type MissingPart = 'integration' | 'connection';

/**
 * What counts as fresh. `usable`, for calls: a token is renewed ahead of its end, and when that fails for a reason that
 * passes, the one at hand serves as long as it is valid. `guaranteed`, for whoever takes the token away: 15 minutes of
 * validity to the letter (specification, "States and transitions"), or an error.
 */
export type Freshness = 'usable' | 'guaranteed';

/** Asks for a connection with credentials that work. */
export type FreshRequest = ConnectionAddress & {
  /** Renew whatever the expiry says, and although the last attempt failed a moment ago. */
  readonly force?: boolean;
  /** Default `usable`. */
  readonly freshness?: Freshness;
  /** The error of the route for an unknown integration or connection (D3). Default: 400 `unknown_provider_config`, 400 `unknown_connection`. */
  readonly onMissing?: (part: MissingPart) => AppError;
};
