import type { Provider } from '@svc/contracts';
import type { OpenIntegration } from '../credentials/open-integration.js';

/** What every step of an authorization works with. */
export interface AuthSubject {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  /**
   * Whom a new account will belong to: the end user or organization as the customer's backend named them for the connect
   * session, else the session itself. Nothing that the person in the browser could choose.
   */
  readonly owner?: string | undefined;
}
