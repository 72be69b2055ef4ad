import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { ConnectionCredentialsService } from '../credentials/connection-credentials.service.js';
import type { MissingPart } from '../credentials/fresh-connection.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { SharedLookups } from './shared-lookups.js';
import { ProxyTargets, type ProxyTarget, type ProxyTargetQuery } from './proxy-target.js';

/** Targets of proxied calls: one query, credentials renewed when they are due. */
@Injectable()
export class FreshProxyTargets extends ProxyTargets {
  private readonly lookups = new SharedLookups<ProxyTarget>();

  constructor(
    private readonly credentials: ConnectionCredentialsService,
    private readonly providers: CustomProviderLoader,
  ) {
    super();
  }

  override resolve(query: ProxyTargetQuery): Promise<ProxyTarget> {
    const { environmentId, providerConfigKey, connectionId } = query;
    const key = JSON.stringify([environmentId, providerConfigKey, connectionId]);
    return this.lookups.get(key, () => this.lookUp(query));
  }

  private async lookUp(query: ProxyTargetQuery): Promise<ProxyTarget> {
    const { environmentId, providerConfigKey, connectionId } = query;
    const fresh = await this.credentials.getFresh({
      environmentId,
      providerConfigKey,
      connectionId,
      onMissing: (part) => missing(part, query),
    });
    const { integration, connection } = fresh;
    const provider = await this.providers.find(environmentId, integration.provider);
    if (!provider) {
      throw new AppError(
        'unsupported_provider',
        `The provider "${integration.provider}" of the integration "${integration.uniqueKey}" is no longer in the catalogue.`,
      );
    }
    const { id, connectionConfig, credentialsVersion } = connection;
    const config = { ...integration.custom, ...integration.config };
    return {
      provider,
      integration: {
        id: integration.id,
        uniqueKey: integration.uniqueKey,
        credentials: integration.credentials,
        config,
      },
      connection: { id, connectionId, connectionConfig, credentials: fresh.credentials, credentialsVersion },
    };
  }
}

/** Statuses of section 7 of the wire contract (D3). */
function missing(part: MissingPart, { providerConfigKey, connectionId }: ProxyTargetQuery): AppError {
  if (part === 'integration') {
    return new AppError(
      'unknown_provider_config',
      `There is no integration "${providerConfigKey}" in this environment: check the header Provider-Config-Key.`,
      { status: 404 },
    );
  }
  return new AppError(
    'unknown_connection',
    `There is no connection "${connectionId}" for the integration "${providerConfigKey}": check the header Connection-Id.`,
    { status: 400 },
  );
}
