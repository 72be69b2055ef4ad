import { randomBytes } from 'node:crypto';
import { json, type Answer } from './answer.js';
import { authorizationOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/**
 * Services whose credentials are exchanged for a token by calls of their own kind: `/login` (form, JSON or XML),
 * `/login/tenant` as a second step with the first token, `/login/refresh`.
 */
export class TwoStepAccount implements Protocol {
  readonly username = 'robot@example.com';
  password = 'p&ss <word>';
  readonly tenant = 'acme';
  /** Whether `/login` gives the token, or one that `/login/tenant` takes. */
  steps: 1 | 2 = 1;
  rotation: 'rotates' | 'keeps' = 'rotates';
  lifeS = 3600;
  private readonly firstTokens = new Set<string>();
  private readonly tokens = new Map<string, number>();
  private readonly refreshTokens = new Set<string>();

  readonly routes: readonly Route[] = [
    { method: 'POST', path: '/login', handle: (request) => this.login(request) },
    { method: 'POST', path: '/login/tenant', handle: (request) => this.enter(request) },
    { method: 'POST', path: '/login/refresh', handle: (request) => this.refresh(request) },
  ];

  identify(request: ReceivedRequest): string | undefined {
    const token = authorizationOf(request, 'Bearer') ?? request.headers['x-session'];
    const expiresAt = this.tokens.get(String(token));
    return expiresAt !== undefined && expiresAt > Date.now() ? 'two-step' : undefined;
  }

  /** Ends all sessions, and refresh tokens too. */
  revokeAll(): void {
    for (const issued of [this.firstTokens, this.tokens, this.refreshTokens]) issued.clear();
  }

  private login(request: ReceivedRequest): Answer {
    const { username, password } = isXml(request) ? fromXml(request.body) : request.fields;
    if (username !== this.username || password !== this.password) return refusal('Wrong user name or password.');
    if (this.steps === 1) return this.session();
    const token = newToken('first');
    this.firstTokens.add(token);
    return json(200, { session: { key: token }, tenants: [{ name: this.tenant }] });
  }

  private enter(request: ReceivedRequest): Answer {
    if (!this.firstTokens.has(authorizationOf(request, 'Bearer') ?? '')) return refusal('The first token is wrong.');
    if (request.fields['tenant'] !== this.tenant) return refusal('There is no such tenant.');
    return this.session();
  }

  private refresh({ fields }: ReceivedRequest): Answer {
    const token = String(fields['refresh_token']);
    if (!this.refreshTokens.has(token)) return json(401, { error: 'invalid_grant', message: 'The session is over.' });
    if (this.rotation === 'keeps') return this.session(false);
    this.refreshTokens.delete(token);
    return this.session();
  }

  private session(withRefreshToken = true): Answer {
    const token = newToken('session');
    this.tokens.set(token, Date.now() + this.lifeS * 1000);
    const data = { token, expires_in: this.lifeS, expires_at: new Date(Date.now() + this.lifeS * 1000).toISOString() };
    if (!withRefreshToken) return json(200, { data });
    const refresh_token = newToken('renew');
    this.refreshTokens.add(refresh_token);
    return json(200, { data: { ...data, refresh_token } });
  }
}

const newToken = (kind: string): string => `${kind}-${randomBytes(12).toString('hex')}`;
const refusal = (message: string): Answer => json(401, { message });
const isXml = ({ headers }: ReceivedRequest): boolean => headers['content-type']?.includes('xml') ?? false;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Text of the elements without children. */
function fromXml(body: string): Record<string, string> {
  const elements = body.matchAll(/<([\w:-]+)[^<>]*>([^<]*)<\/\1>/g);
  return Object.fromEntries(
    [...elements].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
    ]),
  );
}
