import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Provider, type Configuration } from 'oidc-provider';
import { Faults } from '../fake-provider/faults.js';
import { serveInteraction } from './oidc-interaction.js';
import { OidcStore } from './oidc-store.js';

export interface OidcProviderOptions {
  /** Where people are sent back to. */
  readonly redirectUris: readonly string[];
}

/**
 * An OpenID provider written by others (`oidc-provider`) on a port of its own: authorization code with PKCE, rotation of
 * refresh tokens, client credentials, revocation, dynamic registration, resource indicators. `/resource` answers who is
 * calling, `/mcp` is an MCP server whose tokens it gives.
 */
export class OidcProvider {
  /** Proves itself by its secret in the form. */
  readonly client = { id: 'gateway', secret: 'gateway-secret-of-some-length' };
  /** Proves itself by its secret in a Basic header. */
  readonly basicClient = { id: 'gateway-basic', secret: 'another-secret-of-some-length' };
  /** Proves itself by a signed assertion (RFC 7523). */
  readonly keyClient: { readonly id: string; readonly privateKey: string };
  private readonly clientKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly faults = new Faults();
  /** Whether a refresh ends the refresh token that it was asked with. */
  rotation: 'rotates' | 'keeps' = 'rotates';
  accessLifeS = 3600;
  private readonly store = new OidcStore();
  private readonly requests: string[] = [];
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));
  private provider: Provider | undefined;

  private constructor() {
    const { privateKey } = this.clientKeys;
    this.keyClient = { id: 'gateway-key', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  }

  static async start(options: OidcProviderOptions): Promise<OidcProvider> {
    const started = new OidcProvider();
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    started.provider = new Provider(started.url, started.configuration(options));
    await started.addKeyClient(options);
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many requests came to a path. */
  count(path: string): number {
    return this.requests.filter((requested) => requested === path).length;
  }

  /** Puts every switch back. What was granted stays. */
  reset(): void {
    this.faults.clear();
    this.requests.length = 0;
    this.rotation = 'rotates';
    this.accessLifeS = 3600;
  }

  /** Lets the codes that are out be too old. */
  expireCodes(): void {
    this.store.expire('AuthorizationCode');
  }

  /** Lets the access tokens that are out be too old. */
  expireAccessTokens(): void {
    this.store.clear('AccessToken');
  }

  /** Ends all authorizations, as a person does in the provider's settings. */
  revokeAll(): void {
    for (const kind of ['AccessToken', 'RefreshToken', 'Grant']) this.store.clear(kind);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Not with the others: under Jest the provider's copy of a configured key is no plain object to it. */
  private async addKeyClient({ redirectUris }: OidcProviderOptions): Promise<void> {
    const key = { ...this.clientKeys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
    await this.store.adapter('Client').upsert(
      this.keyClient.id,
      {
        client_id: this.keyClient.id,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [key] },
      },
      Infinity,
    );
  }

  private configuration({ redirectUris }: OidcProviderOptions): Configuration {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const common = {
      redirect_uris: [...redirectUris],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    };
    const day = () => 86_400;
    return {
      adapter: (kind: string) => this.store.adapter(kind),
      clients: [
        {
          ...common,
          client_id: this.client.id,
          client_secret: this.client.secret,
          token_endpoint_auth_method: 'client_secret_post',
        },
        {
          ...common,
          client_id: this.basicClient.id,
          client_secret: this.basicClient.secret,
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k1' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      scopes: ['openid', 'offline_access', 'read', 'write', 'mcp'],
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        revocation: { enabled: true },
        registration: { enabled: true },
        rpInitiatedLogout: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            scope: 'mcp',
            accessTokenTTL: this.accessLifeS,
            accessTokenFormat: 'opaque',
          }),
        },
      },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      issueRefreshToken: (_, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
      rotateRefreshToken: () => this.rotation === 'rotates',
      ttl: {
        AccessToken: () => this.accessLifeS,
        ClientCredentials: () => this.accessLifeS,
        AuthorizationCode: 60,
        RefreshToken: day,
        IdToken: day,
        Interaction: day,
        Session: day,
        Grant: day,
      },
    };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url);
    this.requests.push(pathname);
    const fault = this.faults.take(pathname);
    if (fault?.until) await fault.until;
    if (fault?.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false });
    if (fault?.reset) return void request.socket.destroy();
    if (fault?.answer) {
      response.writeHead(fault.answer.status, fault.answer.headers).end(fault.answer.body);
      return;
    }
    if (fault?.loseAnswer) response.end = () => (request.socket.destroy(), response);
    await this.route(pathname, request, response);
  }

  private async route(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this;
    if (!provider) return void response.writeHead(503).end();
    if (path.startsWith('/interaction/')) return await serveInteraction(provider, request, response);
    if (path === '/resource') return this.answer(response, await this.findToken(request));
    if (path === '/mcp') return this.answer(response, await this.findToken(request, `${this.url}/mcp`));
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return answerJson(response, { resource: `${this.url}/mcp`, authorization_servers: [this.url] });
    await provider.callback()(request, response);
  }

  private async findToken({ headers }: IncomingMessage, audience?: string): Promise<string | undefined> {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token === undefined || !this.provider) return undefined;
    const found = (await this.provider.AccessToken.find(token)) ?? (await this.provider.ClientCredentials.find(token));
    return found && (audience === undefined || found.aud === audience) ? found.clientId : undefined;
  }

  private answer(response: ServerResponse, who: string | undefined): void {
    const where = `${this.url}/.well-known/oauth-protected-resource/mcp`;
    response
      .writeHead(who === undefined ? 401 : 200, {
        'content-type': 'application/json',
        ...(who === undefined && { 'www-authenticate': `Bearer resource_metadata="${where}"` }),
      })
      .end(JSON.stringify(who === undefined ? { error: 'invalid_token' } : { who }));
  }
}

const answerJson = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
