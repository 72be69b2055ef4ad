import type { Provider } from '@svc/contracts';
import type { ConnectionRow } from '@svc/database';
import type { OpenIntegration } from '../credentials/fresh-connection.js';

/** What an account is connected to. */
export interface ConnectTarget {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  /** The connection to authorize anew. */
  readonly existing: ConnectionRow | undefined;
}
