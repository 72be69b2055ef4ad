import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { CurrentConnectSessionResponse, IntegrationConfigDefaults } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { EnvironmentPresentations } from '../accounts/environment-presentations.service.js';
import { CONFIG } from '../core/core.tokens.js';
import type { OpenConnectSession } from './open-connect-session.js';

/** Shows a session to the page that it opens. */
@Injectable()
export class ConnectSessionView {
  constructor(
    private readonly presentations: EnvironmentPresentations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async view(session: OpenConnectSession): Promise<CurrentConnectSessionResponse['data']> {
    const presentation = await this.presentations.find(session.environmentId);
    if (!presentation) throw new AppError('unknown_connect_session_token', 'The environment was deleted meanwhile.');
    const { allowedIntegrations, defaults, overrides, returnUrl } = session;
    return {
      endUser: session.endUser,
      connectUISettings: presentation.connectUi,
      ...(allowedIntegrations && { allowed_integrations: [...allowedIntegrations] }),
      ...(Object.keys(defaults).length > 0 && {
        integrations_config_defaults: Object.fromEntries(
          Object.entries(defaults).map(([key, entry]) => [key, withoutSecrets(entry)]),
        ),
      }),
      ...(session.reconnectId !== null && { isReconnecting: true }),
      ...(Object.keys(overrides).length > 0 && { overrides: { ...overrides } }),
      websocketsPath: this.config.api.websocketsPath,
      ...(returnUrl !== null && { return_url: returnUrl }),
      expires_at: session.expiresAt.toISOString(),
    };
  }
}

/** The end user's browser need not know the customer's app secret to use it. */
function withoutSecrets({ connection_config: config, ...rest }: IntegrationConfigDefaults): IntegrationConfigDefaults {
  if (!config) return rest;
  const { oauth_client_secret_override: _, webhook_url: __, ...shown } = config;
  return { ...rest, connection_config: shown };
}
