import type { Provider } from '@svc/contracts';
import type { ConnectionRow } from '@svc/database';
import type { OpenIntegration } from '../credentials/open-integration.js';

/** What an account is connected to. */
export interface ConnectTarget {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  /** The id that the connection has, or will have when one comes of it. */
  readonly connectionId: string;
  /** The connection to authorize anew. */
  readonly existing: ConnectionRow | undefined;
}
