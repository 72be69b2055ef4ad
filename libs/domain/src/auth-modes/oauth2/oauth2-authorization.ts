import { Injectable } from '@nestjs/common';
import { interpolateValue } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';
import { publicContext } from '../public-context.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { authorizationUrl } from './authorization-url.js';
import { CodeExchange } from './code-exchange.service.js';
import { clientOf, completeClientOf } from './oauth2-client.js';
import { createPkcePair } from './pkce-pair.js';
import { tokenUrlOf } from './token-url.js';

/** OAuth 2: the authorization code grant with PKCE (RFC 6749, section 4.1; RFC 7636). */
@Injectable()
export class OAuth2Authorization implements RedirectAuthorization {
  constructor(private readonly exchange: CodeExchange) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest): Promise<AuthorizationStart> {
    const { id: clientId } = completeClientOf(subject, request.override);
    if (subject.provider.disable_pkce) return { url: authorizationUrl(subject, { clientId, request }), memory: {} };
    const { verifier, challenge } = await createPkcePair();
    return { url: authorizationUrl(subject, { clientId, request, challenge }), memory: { verifier } };
  }

  async complete(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<AuthorizationOutcome> {
    const parts = {
      url: tokenUrlOf(subject.provider, 'OAUTH2'),
      client: clientOf(subject, callback.override),
      rules: { issuer: issuerOf(subject) },
    };
    return { kind: 'obtained', obtained: await this.exchange.run(subject, callback, parts, signal) };
  }
}

/** Who answers at this provider, where the definition says so. */
const issuerOf = (subject: AuthSubject): string | undefined =>
  subject.provider.issuer === undefined ? undefined : interpolateValue(subject.provider.issuer, publicContext(subject));
