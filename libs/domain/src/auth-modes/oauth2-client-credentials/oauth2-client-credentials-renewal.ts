import { Injectable } from '@nestjs/common';
import type { Credentials, CredentialsOf } from '@svc/contracts';
import { captureFrom } from '../oauth2/captured-values.js';
import { scopesOf } from '../oauth2/scopes.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { credentialContext } from '../tokens/credential-context.js';
import { expiryOf } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { writeTokenRequest } from '../tokens/token-request.js';

/** What a token lives where the answer does not say (wire contract, section 6). */
const DEFAULT_LIFE_MS = 55 * 60_000;

/** OAuth 2: the client credentials grant (RFC 6749, section 4.4). The client belongs to the connection. */
@Injectable()
export class OAuth2ClientCredentialsRenewal implements Renewal {
  /** Each request gives a token of its own and ends no other. */
  readonly isRepeatable = true;

  constructor(private readonly endpoint: TokenEndpoint) {}

  canRenew(credentials: Credentials): boolean {
    return credentials.type === 'OAUTH2_CC';
  }

  async renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials> {
    const { provider, credentials: held } = subject;
    if (held.type !== 'OAUTH2_CC') throw new TokenFailure('misconfigured', 'The connection has no client credentials.');
    const scope = scopeOf(subject);
    const request = await writeTokenRequest(subject, {
      url: tokenUrlOf(provider, 'OAUTH2_CC'),
      templates: { grant_type: 'client_credentials', ...provider.token_params },
      literals: scope === undefined ? {} : { scope },
      client: {
        id: held.client_id,
        secret: held.client_secret,
        privateKey: held.client_private_key,
        certificate: held.client_certificate,
      },
      tls: certificateOf(held),
    });
    const tokenPath = provider.alternate_access_token_response_path;
    const { token, body } = await this.endpoint.ask({ request, owner: 'client', tokenPath, signal });
    const expiresAt = expiryOf(body, { unit: provider.expires_in_unit, defaultLifeMs: DEFAULT_LIFE_MS });
    return {
      credentials: { ...held, token, ...(expiresAt && { expires_at: expiresAt.toISOString() }), raw: body },
      expiresAt,
      connectionConfig: captureFrom(body, provider.refresh_token_response_metadata),
      isRotated: null,
    };
  }
}

/** A definition whose parameters name the scope decides it. */
function scopeOf(subject: RenewalSubject): string | undefined {
  const { token_params: params, scope_separator: separator = ' ' } = subject.provider;
  if (params?.['scope'] !== undefined) return undefined;
  const scopes = scopesOf(subject, credentialContext(subject));
  return scopes.length > 0 ? scopes.join(separator) : undefined;
}

function certificateOf({ client_certificate: cert, client_private_key: key }: CredentialsOf<'OAUTH2_CC'>) {
  return cert && key ? { cert, key } : undefined;
}
