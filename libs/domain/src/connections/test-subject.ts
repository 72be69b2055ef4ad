import type { Credentials, Provider } from '@svc/contracts';
import type { OpenIntegration } from '../credentials/open-integration.js';

/** Credentials to try, with the connection that they belong to or shall belong to. */
export interface TestSubject {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionId: string;
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
}
