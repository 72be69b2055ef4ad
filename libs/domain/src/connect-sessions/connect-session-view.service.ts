import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { CurrentConnectSessionResponse, IntegrationConfigDefaults } from '@svc/contracts';
import { Database, IntegrationRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { EnvironmentPresentations } from '../accounts/environment-presentations.service.js';
import { CONFIG } from '../core/core.tokens.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import type { OpenConnectSession } from './open-connect-session.js';

/** Shows a session to the page that it opens. */
@Injectable()
export class ConnectSessionView {
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly providers: CustomProviderLoader,
    private readonly presentations: EnvironmentPresentations,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.integrations = new IntegrationRepository(database);
  }

  async view(session: OpenConnectSession): Promise<CurrentConnectSessionResponse['data']> {
    const presentation = await this.presentations.find(session.environmentId);
    if (!presentation) throw new AppError('unknown_connect_session_token', 'The environment was deleted meanwhile.');
    const { allowedIntegrations, overrides, returnUrl } = session;
    const defaults = await this.shownDefaults(session);
    return {
      endUser: session.endUser,
      connectUISettings: presentation.connectUi,
      ...(allowedIntegrations && { allowed_integrations: [...allowedIntegrations] }),
      ...(Object.keys(defaults).length > 0 && { integrations_config_defaults: defaults }),
      ...(session.reconnectId !== null && { isReconnecting: true }),
      ...(Object.keys(overrides).length > 0 && { overrides: { ...overrides } }),
      websocketsPath: this.config.api.websocketsPath,
      ...(returnUrl !== null && { return_url: returnUrl }),
      expires_at: session.expiresAt.toISOString(),
    };
  }

  /** The end user's browser learns which fields are set, so that it does not ask for them; secrets it need not know to use them. */
  private async shownDefaults({ environmentId, defaults }: OpenConnectSession): Promise<Defaults> {
    const keys = Object.keys(defaults);
    if (keys.length === 0) return {};
    const names = await this.integrations.findProviders(environmentId, keys);
    const shown = Object.entries(defaults).map(async ([key, entry]) => {
      const provider = await this.providers.find(environmentId, names.get(key) ?? '');
      return [key, withoutSecrets(entry, (name) => provider?.connection_config?.[name]?.secret === true)] as const;
    });
    return Object.fromEntries(await Promise.all(shown));
  }
}

type Defaults = Record<string, IntegrationConfigDefaults>;

/** Stands for a secret that is set. */
const MASK = '********';

function withoutSecrets(
  { connection_config: config, ...rest }: IntegrationConfigDefaults,
  isSecret: (name: string) => boolean,
): IntegrationConfigDefaults {
  if (!config) return rest;
  const { oauth_client_secret_override: _, webhook_url: __, ...shown } = config;
  const masked = Object.entries(shown).map(([name, value]) => [name, isSecret(name) ? MASK : value]);
  return { ...rest, connection_config: Object.fromEntries(masked) };
}
