import { Injectable } from '@nestjs/common';
import {
  importCredentialsSchema,
  parseMoment,
  type AuthMode,
  type CreateConnectionBody,
  type ErrorIssue,
  type LegacyCreateConnectionBody,
} from '@svc/contracts';
import { Database, IntegrationRepository } from '@svc/database';
import { AppError, invalidBody } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { EnvironmentCaller } from '../accounts/caller.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { ConnectionImporter } from './connection-importer.service.js';

/** The flat body that answers come back as, with the connection's id. */
export type LegacyImportAnswer = LegacyCreateConnectionBody & { readonly connection_id: string };

/** The deprecated import, whose one flat body serves every auth mode (wire contract, section 5). */
@Injectable()
export class LegacyImport {
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly providers: CustomProviderLoader,
    private readonly importer: ConnectionImporter,
  ) {
    this.integrations = new IntegrationRepository(database);
  }

  /** @throws AppError as the current import does, and 400 `missing_expires_at`. */
  async import(caller: EnvironmentCaller, body: LegacyCreateConnectionBody): Promise<LegacyImportAnswer> {
    const integration = await this.integrations.find(caller.environmentId, body.provider_config_key);
    const mode = integration && (await this.providers.find(caller.environmentId, integration.provider))?.auth_mode;
    if (!mode)
      throw new AppError(
        'not_found',
        `There is no integration "${body.provider_config_key}" in this environment: check provider_config_key.`,
      );
    const connectionId = body.connection_id ?? randomUUID();
    const current = {
      provider_config_key: body.provider_config_key,
      connection_id: connectionId,
      metadata: body.metadata,
      connection_config: body.connection_config,
      credentials: credentialsOf(body, mode),
    };
    await this.importer.import(caller, current, body.raw);
    return { ...body, connection_id: connectionId };
  }
}

/** The fields that the auth mode has, checked as a current import's are. */
function credentialsOf(body: LegacyCreateConnectionBody, mode: AuthMode): CreateConnectionBody['credentials'] {
  const parsed = importCredentialsSchema.safeParse({ type: mode, ...fieldsOf(body, mode) });
  if (parsed.success) return parsed.data;
  throw invalidBody(
    ...parsed.error.issues.map(({ code, message, path }): ErrorIssue => ({
      code: code ?? 'custom',
      message,
      path: path.map((name) => (name === 'apiKey' ? 'api_key' : String(name))),
    })),
  );
}

function fieldsOf(body: LegacyCreateConnectionBody, mode: AuthMode): Record<string, unknown> {
  const override = overrideOf(body);
  switch (mode) {
    case 'OAUTH2':
      return {
        access_token: body.access_token,
        refresh_token: body.refresh_token,
        expires_at: expiryOf(body),
        config_override: override,
      };
    case 'OAUTH1':
      return { oauth_token: body.oauth_token, oauth_token_secret: body.oauth_token_secret };
    case 'API_KEY':
      return { apiKey: body.api_key };
    case 'BASIC':
      return { username: body.username, password: body.password };
    case 'TBA':
      return { token_id: body.token_id, token_secret: body.token_secret, config_override: override };
    case 'APP':
    case 'CUSTOM':
      return { app_id: body.app_id, installation_id: body.installation_id };
    default:
      return {};
  }
}

function overrideOf({
  oauth_client_id_override: id,
  oauth_client_secret_override: secret,
}: LegacyCreateConnectionBody) {
  if (id === undefined && secret === undefined) return undefined;
  return { ...(id !== undefined && { client_id: id }), ...(secret !== undefined && { client_secret: secret }) };
}

function expiryOf(body: LegacyCreateConnectionBody): string | number | undefined {
  if (body.expires_at !== undefined) return body.expires_at;
  if (body.expires_in !== undefined) return parseMoment(Date.now() + body.expires_in * 1000)?.toISOString();
  if (body.no_expiration) return undefined;
  throw new AppError(
    'missing_expires_at',
    'Pass expires_at or expires_in, or no_expiration=true for a token that never expires.',
  );
}
