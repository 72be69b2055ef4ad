import type { Provider } from '@svc/contracts';
import type { OpenIntegration } from '../credentials/fresh-connection.js';

/** What every step of an authorization works with. */
export interface AuthSubject {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionConfig: Readonly<Record<string, unknown>>;
}
