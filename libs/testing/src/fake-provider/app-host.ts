import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { json, redirect, text, type Answer } from './answer.js';
import type { Consent } from './consent.js';
import { checkJwt } from './jwt.js';
import type { OAuth2Grants } from './oauth2-grants.js';
import { authorizationOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

const MAX_JWT_LIFE_S = 600;

/** Apps as GitHub has them: people install them, and an app's JWT is exchanged for a token of the installation. */
export class AppHost implements Protocol {
  readonly appId = '4711';
  readonly slug = 'gateway-app';
  readonly installationId = '90210';
  /** The client whose codes come with an installation, where the app also asks for the person's authorization. */
  oauthClientId: string | undefined;
  /** Where the app sends people after the installation, as it is set at GitHub. */
  setupUrl = '';
  /** The installation that callbacks name: another one where somebody changed the address. */
  namedInstallationId = this.installationId;
  tokenLifeMs = 3_600_000;
  /** As GitHub gives it out: PEM, PKCS#1. */
  readonly privateKey: string;
  private readonly publicKey;
  private readonly tokens = new Map<string, number>();
  private readonly installations = new Set<string>();

  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/apps/:slug/installations/new',
      handle: (request, { slug }) => this.install(request, slug),
    },
    {
      method: 'POST',
      path: '/app/installations/:id/access_tokens',
      handle: (request, { id }) => this.accessToken(request, id),
    },
    {
      method: 'GET',
      path: '/user/installations/:id/repositories',
      handle: (request, { id }) => this.repositories(request, id),
    },
  ];

  constructor(
    private readonly consent: Consent,
    private readonly grants: OAuth2Grants,
  ) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.publicKey = pair.publicKey;
    this.privateKey = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  }

  identify(request: ReceivedRequest): string | undefined {
    const expiresAt = this.tokens.get(authorizationOf(request, 'Bearer') ?? authorizationOf(request, 'token') ?? '');
    return expiresAt !== undefined && expiresAt > Date.now() ? `installation:${this.installationId}` : undefined;
  }

  /** Installs without a browser. */
  installNow(): void {
    this.installations.add(this.installationId);
  }

  /** Somebody removes the app: its tokens end and none is given any more. */
  uninstall(): void {
    this.installations.clear();
    this.tokens.clear();
  }

  private install({ query }: ReceivedRequest, slug = ''): Answer {
    if (slug !== this.slug) return text(404, `There is no app "${slug}".`);
    const { state } = query;
    return this.consent.ask(slug, {
      allow: () => {
        this.installations.add(this.installationId);
        const installed = { installation_id: this.namedInstallationId, setup_action: 'install', state };
        return redirect(this.setupUrl, { ...installed, ...(this.oauthClientId && { code: this.code() }) });
      },
      // GitHub leaves the person on its own page; an owner who must approve is asked by "request".
      deny: () => redirect(this.setupUrl, { setup_action: 'request', state }),
    });
  }

  /** What a person who authorized the app may use. */
  private repositories(request: ReceivedRequest, id: string | undefined): Answer {
    const grant = this.grants.findByAccessToken(authorizationOf(request, 'Bearer') ?? '');
    if (!grant) return json(401, { message: 'Bad credentials' });
    if (id === undefined || !this.installations.has(id)) return json(404, { message: 'Not Found' });
    return json(200, { total_count: 0, repositories: [] });
  }

  private code(): string {
    const nothing = { redirectUri: undefined, challenge: undefined, resource: undefined };
    return this.grants.issueCode({ clientId: this.oauthClientId ?? '', scope: '', ...nothing });
  }

  private accessToken(request: ReceivedRequest, id: string | undefined): Answer {
    const payload = checkJwt(authorizationOf(request, 'Bearer') ?? '', this.publicKey)?.payload;
    if (!payload) return json(401, { message: 'A JSON web token could not be decoded' });
    if (String(payload['iss']) !== this.appId) return json(401, { message: "'Issuer' claim ('iss') must be the app" });
    if (payload['exp'] - Date.now() / 1000 > MAX_JWT_LIFE_S)
      return json(401, { message: "'Expiration time' claim ('exp') is too far in the future" });
    if (id === undefined || !this.installations.has(id)) return json(404, { message: 'Not Found' });
    const token = `ghs_${randomBytes(18).toString('hex')}`;
    const expiresAt = Date.now() + this.tokenLifeMs;
    this.tokens.set(token, expiresAt);
    const expires_at = new Date(expiresAt).toISOString().replace(/\.\d+/, '');
    return json(201, { token, expires_at, permissions: { issues: 'write' }, repository_selection: 'all' });
  }
}
