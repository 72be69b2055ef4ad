import type { Credentials, Provider } from '@svc/contracts';
import type { AuthSubject } from '../../auth-modes/auth-subject.js';
import { TokenEndpoint } from '../../auth-modes/tokens/token-endpoint.service.js';
import { DEFAULT_RENEWAL_TIMING } from '../../auth-modes/tokens/renewal-timing.js';
import { authSubject } from '../auth-subject.js';
import { Findings } from './findings.js';
import type { PlainValues } from './plain-template.js';
import type { ProviderDouble } from './provider-double.js';
import { APP_KEY, entered } from './sample-values.js';

/** Credentials of the integration. */
export const APP = {
  client_id: 'THE-CLIENT',
  client_secret: 'THE-CLIENT-SECRET',
  private_key: APP_KEY,
  app_id: '77',
  app_link: 'https://app.entered.test/apps/ours',
};

/** What came of the way through a flow. */
export interface Connected {
  readonly credentials: Credentials;
  /** Everything that the connection keeps. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
}

/** One provider on its way through its flow. */
export class FlowSubject {
  readonly findings: Findings;
  readonly subject: AuthSubject;
  readonly endpoint: TokenEndpoint;

  constructor(
    readonly provider: Provider,
    readonly double: ProviderDouble,
  ) {
    this.findings = new Findings(provider.name);
    this.subject = authSubject({
      provider,
      app: APP,
      config: entered(provider.integration_config),
      connectionConfig: entered(provider.connection_config),
    });
    this.endpoint = new TokenEndpoint(double.client, DEFAULT_RENEWAL_TIMING);
  }

  /** What placeholders stand for. */
  values(credentials: Readonly<Record<string, unknown>> = {}, config: object = {}): PlainValues {
    const named = (prefix: string, values: object): PlainValues =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
    const token = credentials['access_token'] ?? credentials['token'];
    return {
      ...credentials,
      ...named('credentials.', credentials),
      ...named('integrationConfig.', this.subject.integration.config),
      ...named('connectionConfig.', { ...this.subject.connectionConfig, ...config }),
      clientId: APP.client_id,
      clientSecret: APP.client_secret,
      ...(token !== undefined && { accessToken: token }),
    };
  }
}
