import { Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import type { GrantOwner } from '../tokens/token-refusal.js';
import { writeTokenRequest, type TokenClient } from '../tokens/token-request.js';
import { captureFrom } from './captured-values.js';
import { clientOf } from './oauth2-client.js';
import { toGrant } from './oauth2-grant.js';
import { tokenUrlOf } from './token-url.js';

/** What differs where a client is not the integration's. */
export interface RefreshParts {
  readonly url?: string | undefined;
  readonly client?: TokenClient;
  readonly owner?: GrantOwner;
  /** Further parameters, which win over the definition's. */
  readonly literals?: Readonly<Record<string, string>>;
}

/** OAuth 2: the refresh token grant (RFC 6749, section 6). */
@Injectable()
export class OAuth2Renewal implements Renewal {
  /** Many providers replace the refresh token at each use, and some end the grant when an old one comes back. */
  readonly isRepeatable = false;

  constructor(private readonly endpoint: TokenEndpoint) {}

  canRenew(credentials: Credentials): boolean {
    return credentials.type === 'OAUTH2' && Boolean(credentials.refresh_token);
  }

  async renew(subject: RenewalSubject, signal: AbortSignal, parts: RefreshParts = {}): Promise<ObtainedCredentials> {
    const { provider, credentials: held } = subject;
    if (held.type !== 'OAUTH2' || !held.refresh_token)
      throw new TokenFailure('misconfigured', 'The connection has no refresh token.');
    const request = await writeTokenRequest(subject, {
      url: parts.url ?? provider.refresh_url ?? tokenUrlOf(provider, 'OAUTH2'),
      templates: {
        ...(provider.refresh_params ?? provider.token_params),
        grant_type: provider.refresh_params?.['grant_type'] ?? 'refresh_token',
      },
      literals: { ...parts.literals, refresh_token: held.refresh_token },
      client: parts.client ?? clientOf(subject, held.config_override),
    });
    const tokenPath = provider.alternate_access_token_response_path;
    const answer = await this.endpoint.ask({ request, owner: parts.owner ?? 'user', tokenPath, signal });
    const { credentials, expiresAt, answeredRefreshToken: next } = toGrant(provider, answer, held);
    return {
      credentials,
      expiresAt,
      connectionConfig: captureFrom(answer.body, provider.refresh_token_response_metadata),
      isRotated: next !== undefined && next !== held.refresh_token,
    };
  }
}
