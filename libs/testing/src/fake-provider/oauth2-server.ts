import { json, oauthError, redirect, text, type Answer } from './answer.js';
import type { Consent } from './consent.js';
import { OAuth2Clients, type OAuth2Client } from './oauth2-clients.js';
import { OAuth2Grants, type Grant } from './oauth2-grants.js';
import { authorizationOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** The authorization server: `/authorize`, `/token`, `/revoke` (RFC 6749, 7636, 7009, 7523, 8705, 8707). */
export class OAuth2Server implements Protocol {
  readonly clients: OAuth2Clients;
  readonly grants = new OAuth2Grants();
  /** The application that is there from the beginning. Its secret has signs that must be encoded. */
  readonly client: OAuth2Client & { readonly secret: string } = { id: 'client-id', secret: 's3cret&=/~' };
  /** Whether a refresh answers a new refresh token and ends the old one, or answers none. */
  rotation: 'rotates' | 'keeps' = 'rotates';
  /** Whether a code comes with a refresh token. */
  isOffline = true;
  accessLifeS = 3600;
  /** Zero: every code is too old. */
  codeLifeMs = 60_000;
  pkce: 'required' | 'refused' = 'required';
  /** Beside the tokens in the answer. */
  tokenExtras: Readonly<Record<string, unknown>> = {};
  /** Beside the code in the callback. */
  callbackExtras: Readonly<Record<string, string>> = {};
  /** The scopes of the last authorization request. */
  lastScope = '';

  readonly routes: readonly Route[] = [
    { method: 'GET', path: '/authorize', handle: (request) => this.authorize(request) },
    { method: 'POST', path: '/token', handle: (request) => this.token(request) },
    { method: 'POST', path: '/revoke', handle: (request) => this.revoke(request) },
  ];

  constructor(
    origin: () => string,
    private readonly consent: Consent,
  ) {
    this.clients = new OAuth2Clients(origin);
    this.clients.add(this.client);
  }

  identify(request: ReceivedRequest): string | undefined {
    const token = authorizationOf(request, 'Bearer');
    const grant = token === undefined ? undefined : this.grants.findByAccessToken(token);
    return grant && `oauth2:${grant.clientId}`;
  }

  private async authorize({ query }: ReceivedRequest): Promise<Answer> {
    const { client_id = '', redirect_uri, state, code_challenge, scope = '', resource } = query;
    const client = await this.clients.find(client_id);
    if (!client) return text(400, `There is no client "${client_id}".`);
    const isKnown = redirect_uri && (client.redirectUris?.includes(redirect_uri) ?? true);
    if (!isKnown) return text(400, `The client may not be sent to "${redirect_uri}".`);
    const back = (values: Record<string, string | undefined>): Answer => redirect(redirect_uri, { ...values, state });
    if (query['response_type'] !== 'code') return back({ error: 'unsupported_response_type' });
    const isPkceRight = this.pkce === 'required' ? query['code_challenge_method'] === 'S256' : !code_challenge;
    if (!isPkceRight) return back({ error: 'invalid_request', error_description: `PKCE is ${this.pkce}` });
    this.lastScope = scope;
    return this.consent.ask(client_id, {
      allow: () => {
        const asked = { clientId: client.id, redirectUri: redirect_uri, challenge: code_challenge, scope, resource };
        return back({ ...this.callbackExtras, code: this.grants.issueCode(asked) });
      },
      deny: () => back({ error: 'access_denied', error_description: 'The person said <no>.' }),
    });
  }

  private async token(request: ReceivedRequest): Promise<Answer> {
    const client = await this.clients.authenticate(request);
    if ('status' in client) return client;
    const { fields } = request;
    switch (fields['grant_type']) {
      case 'authorization_code':
        return this.forCode(client, fields);
      case 'refresh_token':
        return this.forRefreshToken(client, fields);
      case 'client_credentials':
        return this.forClient(client, fields);
      default:
        return oauthError(400, 'unsupported_grant_type');
    }
  }

  private forCode(client: OAuth2Client, fields: ReceivedRequest['fields']): Answer {
    const grant = this.grants.redeem(String(fields['code']), {
      clientId: client.id,
      redirectUri: fields['redirect_uri'],
      verifier: fields['code_verifier'],
      codeLifeMs: this.codeLifeMs,
    });
    if (!grant) return oauthError(400, 'invalid_grant', 'The code is wrong, was used or is too old.');
    return this.tokens(grant, this.isOffline);
  }

  private forRefreshToken(client: OAuth2Client, fields: ReceivedRequest['fields']): Answer {
    const grant = this.grants.findByRefreshToken(String(fields['refresh_token']), client.id);
    if (!grant) return oauthError(400, 'invalid_grant', 'The refresh token is wrong, was used or was revoked.');
    return this.tokens(grant, this.rotation === 'rotates');
  }

  private forClient(client: OAuth2Client, { scope = '', resource }: ReceivedRequest['fields']): Answer {
    if (client.secret === undefined && !client.publicKey && client.certificate === undefined)
      return oauthError(400, 'unauthorized_client', 'A public client has no credentials.');
    const asked = { clientId: client.id, redirectUri: undefined, challenge: undefined, scope, resource };
    return this.tokens({ ...asked, isRevoked: false, refreshToken: undefined }, false);
  }

  private tokens(grant: Grant, withRefreshToken: boolean): Answer {
    return json(200, {
      access_token: this.grants.issueAccessToken(grant, this.accessLifeS),
      token_type: 'Bearer',
      expires_in: this.accessLifeS,
      ...(withRefreshToken && { refresh_token: this.grants.issueRefreshToken(grant) }),
      ...(grant.scope !== '' && { scope: grant.scope }),
      ...this.tokenExtras,
    });
  }

  private async revoke(request: ReceivedRequest): Promise<Answer> {
    const client = await this.clients.authenticate(request);
    if ('status' in client) return client;
    this.grants.revoke(String(request.fields['token']), client.id);
    return { status: 200 };
  }
}
