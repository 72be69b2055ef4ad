import { Injectable } from '@nestjs/common';
import { interpolateValue } from '@svc/providers';
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi';
import type { AuthSubject } from '../auth-subject.js';
import { publicContext } from '../public-context.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { writeTokenRequest } from '../tokens/token-request.js';
import { authorizationUrl } from './authorization-url.js';
import { codeOf } from './callback-code.js';
import { captureFrom, captureFromQuery, laidOver } from './captured-values.js';
import { clientOf, completeClientOf } from './oauth2-client.js';
import { toGrant } from './oauth2-grant.js';
import { ownCredentials } from './own-credentials.js';
import { tokenUrlOf } from './token-url.js';

/** OAuth 2: the authorization code grant with PKCE (RFC 6749, section 4.1; RFC 7636). */
@Injectable()
export class OAuth2Authorization implements RedirectAuthorization {
  constructor(private readonly endpoint: TokenEndpoint) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest): Promise<AuthorizationStart> {
    const { id: clientId } = completeClientOf(subject, request.override);
    if (subject.provider.disable_pkce) return { url: authorizationUrl(subject, { clientId, request }), memory: {} };
    const verifier = generateRandomCodeVerifier();
    const challenge = await calculatePKCECodeChallenge(verifier);
    return { url: authorizationUrl(subject, { clientId, request, challenge }), memory: { verifier } };
  }

  async complete(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<AuthorizationOutcome> {
    const { provider } = subject;
    const code = codeOf(provider, callback, { issuer: issuerOf(subject) });
    const captured = captureFromQuery(callback.query, provider.redirect_uri_metadata);
    const connectionConfig = laidOver(captured, subject);
    const { verifier } = callback.memory;
    const request = await writeTokenRequest(
      { ...subject, connectionConfig },
      {
        url: tokenUrlOf(provider, 'OAUTH2'),
        templates: { grant_type: 'authorization_code', ...provider.token_params },
        literals: { code, redirect_uri: callback.redirectUri, ...(verifier && { code_verifier: verifier }) },
        client: clientOf(subject, callback.override),
      },
    );
    const tokenPath = provider.alternate_access_token_response_path;
    const answer = await this.endpoint.ask({ request, owner: 'user', tokenPath, signal });
    const { credentials, expiresAt } = toGrant(provider, answer);
    const obtained = {
      credentials: { ...credentials, ...ownCredentials(callback.override) },
      expiresAt,
      connectionConfig: { ...captureFrom(answer.body, provider.token_response_metadata), ...captured },
      isRotated: null,
    };
    return { kind: 'obtained', obtained };
  }
}

/** Who answers at this provider, where the definition says so. */
const issuerOf = (subject: AuthSubject): string | undefined =>
  subject.provider.issuer === undefined ? undefined : interpolateValue(subject.provider.issuer, publicContext(subject));
