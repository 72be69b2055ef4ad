import { Injectable } from '@nestjs/common';
import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthSubject } from '../auth-subject.js';
import { browserUrl } from '../browser-url.js';
import { captureFrom, captureFromQuery } from '../oauth2/captured-values.js';
import { completeClientOf } from '../oauth2/oauth2-client.js';
import { ownCredentials } from '../oauth2/own-credentials.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import { publicContext } from '../public-context.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  ClientOverride,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import type { OAuth1Keys } from './oauth1-header.js';
import { writeOAuth1Request, type OAuth1RequestParts } from './oauth1-request.js';

interface OAuth1Token {
  readonly key: string;
  readonly secret: string;
}

/** OAuth 1.0a: request token, the person's consent, access token (RFC 5849, section 2). */
@Injectable()
export class OAuth1Authorization implements RedirectAuthorization {
  constructor(private readonly endpoint: TokenEndpoint) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest, signal: AbortSignal): Promise<AuthorizationStart> {
    const { provider } = subject;
    const keys = keysOf(subject, request.override, { params: { oauth_callback: callbackOf(request) } });
    const { token, body } = await this.ask(
      subject,
      { url: provider.request_url, method: provider.request_http_method, templates: provider.request_params, keys },
      signal,
    );
    // A provider that does not confirm it would send people to an address that somebody else chose (OAuth 1.0).
    if (body['oauth_callback_confirmed'] !== undefined && String(body['oauth_callback_confirmed']) !== 'true')
      throw new TokenFailure('misconfigured', 'The provider did not confirm the callback address.');
    const url = browserUrl(subject, publicContext(subject), request, { oauth_token: token.key });
    return { url, memory: { token: token.key, secret: token.secret } };
  }

  async complete(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<AuthorizationOutcome> {
    const { provider } = subject;
    const { token: key = '', secret = '' } = callback.memory;
    const params = { oauth_verifier: verifierOf(callback.query, key) };
    const keys = keysOf(subject, callback.override, { token: { key, secret }, params });
    const { token, body } = await this.ask(
      subject,
      {
        url: tokenUrlOf(provider, 'OAUTH1'),
        method: provider.token_http_method,
        templates: provider.token_params,
        keys,
      },
      signal,
    );
    const { config_override } = ownCredentials(callback.override);
    const obtained = {
      credentials: {
        type: 'OAUTH1' as const,
        oauth_token: token.key,
        oauth_token_secret: token.secret,
        raw: { ...body },
        ...(config_override && { config_override }),
      },
      expiresAt: null,
      connectionConfig: {
        ...captureFrom(body, provider.token_response_metadata),
        ...captureFromQuery(provider, callback.query),
      },
      isRotated: null,
    };
    return { kind: 'obtained', obtained };
  }

  private async ask(subject: AuthSubject, parts: OAuth1RequestParts, signal: AbortSignal) {
    const request = await writeOAuth1Request(subject, parts);
    const answer = await this.endpoint.ask({ request, owner: 'user', tokenPath: 'oauth_token', signal });
    const secret = answer.body['oauth_token_secret'];
    if (typeof secret !== 'string')
      throw new TokenFailure('provider_down', 'The token endpoint answered a token without its secret.');
    return { token: { key: answer.token, secret }, body: answer.body };
  }
}

function keysOf(
  subject: AuthSubject,
  override: ClientOverride,
  more: { readonly token?: OAuth1Token; readonly params: Readonly<Record<string, string>> },
): OAuth1Keys {
  const { id: key, secret = '' } = completeClientOf(subject, override);
  return { consumer: { key, secret }, signatureMethod: subject.provider.signature_method ?? 'HMAC-SHA1', ...more };
}

/** The protocol has no state of its own, so that the callback's address carries it. */
function callbackOf({ redirectUri, state }: AuthorizationRequest): string {
  const url = new URL(redirectUri);
  url.searchParams.set('state', state);
  return url.toString();
}

/** @throws AuthorizationDenied */
function verifierOf(query: AuthorizationCallback['query'], token: string): string {
  if (query['denied'] !== undefined) throw new AuthorizationDenied('access_denied');
  const problem = query['error'] ?? query['oauth_problem'];
  if (problem) throw new AuthorizationDenied(problem, query['error_description'] ?? query['oauth_problem_advice']);
  const { oauth_verifier: verifier } = query;
  if (!verifier || query['oauth_token'] !== token)
    throw new AuthorizationDenied(
      'invalid_callback',
      `The provider sent the browser back without ${verifier ? 'the token that it was sent there with' : '"oauth_verifier"'}.`,
    );
  return verifier;
}
