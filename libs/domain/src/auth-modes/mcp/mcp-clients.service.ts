import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { clientMetadataPath } from '@svc/contracts';
import { Database, EnvironmentRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { interpolateBody } from '@svc/providers';
import { CONFIG } from '../../core/core.tokens.js';
import type { AuthSubject } from '../auth-subject.js';
import { missing } from '../oauth2/oauth2-client.js';
import { publicContext } from '../public-context.js';
import type { AuthorizationRequest } from '../redirect-authorization.js';
import { ClientProbe } from './client-probe.service.js';
import { ClientRegistrations } from './client-registrations.service.js';
import type { McpClient, McpServer } from './mcp-server.js';

/** How a client proves itself, the best way first: a form takes every secret as it is. */
const AUTH_METHODS = ['client_secret_post', 'client_secret_basic', 'none'] as const;

/** As which client an integration goes to the authorization server of an MCP server. */
@Injectable()
export class McpClients {
  private readonly environments: EnvironmentRepository;

  constructor(
    database: Database,
    private readonly registrations: ClientRegistrations,
    private readonly probe: ClientProbe,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.environments = new EnvironmentRepository(database);
  }

  /**
   * The connection's own client, else by the definition's `client_registration`. Servers that an end user names never see
   * the integration's client.
   *
   * @throws AppError `missing_client_id`, `invalid_body`
   * @throws TokenFailure when it cannot be registered.
   */
  async obtain(
    subject: AuthSubject,
    server: McpServer,
    request: Pick<AuthorizationRequest, 'override' | 'redirectUri'>,
    signal: AbortSignal,
  ): Promise<McpClient> {
    const { client_id: id, client_secret: secret } = request.override;
    if (id) return { id, ...(secret && { secret }) };
    switch (kindOf(subject, server)) {
      case 'static':
        return staticClient(subject);
      case 'dynamic':
        return this.register(subject, server, request.redirectUri, signal);
      case 'cimd':
        return { id: await this.documentOf(subject), authMethod: 'none' };
    }
  }

  private async register(
    subject: AuthSubject,
    server: McpServer,
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<McpClient> {
    const { registrationUrl, authMethods, scopes } = server;
    if (registrationUrl === undefined) throw noRegistration(subject);
    const { provider, integration } = subject;
    const metadata = {
      client_name: integration.displayName,
      client_uri: this.config.api.publicUrl,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: AUTH_METHODS.find((method) => authMethods.includes(method)) ?? 'none',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      ...interpolateBody(provider.registration_params, publicContext(subject)),
    };
    const isKnown = (client: McpClient): Promise<boolean> =>
      this.probe.isKnown(subject, { server, client, redirectUri }, signal);
    return this.registrations.obtain(
      { integrationId: integration.id, url: registrationUrl, server, metadata, isKnown },
      signal,
    );
  }

  /** Address of the document that describes the client; whoever wants to know reads it there. */
  private async documentOf({ integration }: AuthSubject): Promise<string> {
    const environment = await this.environments.findPresentation(integration.environmentId);
    if (!environment) throw new AppError('not_found', 'The environment was deleted meanwhile.');
    const path = clientMetadataPath({ environmentUuid: environment.uuid, providerConfigKey: integration.uniqueKey });
    return `${this.config.api.publicUrl}${path}`;
  }
}

function kindOf({ provider }: AuthSubject, server: McpServer): 'static' | 'dynamic' | 'cimd' {
  if (provider.auth_mode !== 'MCP_OAUTH2_GENERIC') return provider.client_registration ?? 'static';
  return server.registrationUrl === undefined && server.takesMetadataDocuments ? 'cimd' : 'dynamic';
}

/** A public client has no secret; PKCE protects its codes. */
function staticClient(subject: AuthSubject): McpClient {
  const { client_id: id, client_secret: secret } = subject.integration.credentials;
  if (!id) throw missing(subject, 'missing_client_id', 'client_id');
  return { id, ...(secret && { secret }) };
}

const noRegistration = ({ integration }: AuthSubject): AppError =>
  new AppError(
    'missing_client_id',
    `The authorization server takes no registrations. Register a client with it by hand, and pass its id and secret as oauth_client_id_override and oauth_client_secret_override when connecting "${integration.uniqueKey}".`,
  );
