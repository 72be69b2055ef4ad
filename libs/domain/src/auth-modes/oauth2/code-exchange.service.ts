import { Injectable } from '@nestjs/common';
import type { AuthSubject } from '../auth-subject.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { AuthorizationCallback } from '../redirect-authorization.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { writeTokenRequest, type TokenClient } from '../tokens/token-request.js';
import { codeOf, type CallbackRules } from './callback-code.js';
import { captureFrom, captureFromQuery, laidOver } from './captured-values.js';
import { toGrant } from './oauth2-grant.js';
import { ownCredentials } from './own-credentials.js';

export interface CodeExchangeParts {
  /** Template of the token address. */
  readonly url: string | undefined;
  readonly client: TokenClient;
  readonly rules: CallbackRules;
  /** Further parameters, which win over the definition's. */
  readonly literals?: Readonly<Record<string, string>>;
}

/** Exchanges the code of a callback for tokens (RFC 6749, section 4.1.3). */
@Injectable()
export class CodeExchange {
  constructor(private readonly endpoint: TokenEndpoint) {}

  /**
   * @throws AuthorizationDenied
   * @throws TokenFailure
   */
  async run(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    { url, client, rules, literals }: CodeExchangeParts,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials> {
    const { provider } = subject;
    const code = codeOf(provider, callback, rules);
    const captured = captureFromQuery(provider, callback.query);
    const { verifier } = callback.memory;
    const request = await writeTokenRequest(
      { ...subject, connectionConfig: laidOver(captured, subject) },
      {
        url,
        templates: { grant_type: 'authorization_code', ...provider.token_params },
        literals: {
          ...literals,
          code,
          redirect_uri: callback.redirectUri,
          ...(verifier && { code_verifier: verifier }),
        },
        client,
      },
    );
    const tokenPath = provider.alternate_access_token_response_path;
    const answer = await this.endpoint.ask({ request, owner: 'user', tokenPath, signal });
    const { credentials, expiresAt } = toGrant(provider, answer);
    return {
      credentials: { ...credentials, ...ownCredentials(callback.override) },
      expiresAt,
      connectionConfig: { ...captureFrom(answer.body, provider.token_response_metadata), ...captured },
      isRotated: null,
    };
  }
}
