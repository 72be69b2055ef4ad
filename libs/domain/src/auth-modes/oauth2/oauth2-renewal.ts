import { Injectable } from '@nestjs/common';
import type { Credentials, CredentialsOf, Provider } from '@svc/contracts';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { expiryOf, tokenText, valueAt, type TokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { writeTokenRequest, type TokenClient } from '../tokens/token-request.js';

/** OAuth 2: the refresh token grant (RFC 6749, section 6). */
@Injectable()
export class OAuth2Renewal implements Renewal {
  /** Many providers replace the refresh token at each use, and some end the grant when an old one comes back. */
  readonly isRepeatable = false;

  constructor(private readonly endpoint: TokenEndpoint) {}

  canRenew(credentials: Credentials): boolean {
    return credentials.type === 'OAUTH2' && Boolean(credentials.refresh_token);
  }

  async renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials> {
    const { provider, credentials: held } = subject;
    if (held.type !== 'OAUTH2' || !held.refresh_token)
      throw new TokenFailure('misconfigured', 'The connection has no refresh token.');
    const request = await writeTokenRequest(subject, {
      url: provider.refresh_url ?? tokenUrlOf(provider, 'OAUTH2'),
      templates: {
        ...(provider.refresh_params ?? provider.token_params),
        grant_type: provider.refresh_params?.['grant_type'] ?? 'refresh_token',
      },
      literals: { refresh_token: held.refresh_token },
      client: clientOf(subject, held),
    });
    const tokenPath = provider.alternate_access_token_response_path;
    const { token, body } = await this.endpoint.ask({ request, owner: 'user', tokenPath, signal });
    return renewed(provider, held, token, body);
  }
}

function renewed(
  provider: Provider,
  held: CredentialsOf<'OAUTH2'>,
  token: string,
  body: TokenBody,
): ObtainedCredentials {
  const answered = { ...body, ...besideToken(body, provider.alternate_access_token_response_path) };
  const next = tokenText(answered['refresh_token']);
  const expiresAt = expiryOf(answered, { unit: provider.expires_in_unit });
  const { expires_at: _, ...kept } = held;
  return {
    credentials: {
      ...kept,
      access_token: token,
      // Providers that do not rotate leave it out of the answer.
      refresh_token: next ?? held.refresh_token,
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      raw: body,
    },
    expiresAt,
    connectionConfig: capture(body, provider.refresh_token_response_metadata),
    isRotated: next !== undefined && next !== held.refresh_token,
  };
}

/** Where the access token lies deeper, what belongs to it lies beside it. */
function besideToken(body: TokenBody, path: string | undefined): TokenBody {
  const parent = path?.includes('.') ? valueAt(body, path.slice(0, path.lastIndexOf('.'))) : undefined;
  if (typeof parent !== 'object' || parent === null) return {};
  return Object.fromEntries(
    Object.entries(parent).filter(([key]) => ['refresh_token', 'expires_in', 'expires_at'].includes(key)),
  );
}

function clientOf({ integration }: RenewalSubject, { config_override }: CredentialsOf<'OAUTH2'>): TokenClient {
  return {
    id: config_override?.client_id || integration.credentials['client_id'],
    secret: config_override?.client_secret || integration.credentials['client_secret'],
    privateKey: integration.credentials['private_key'],
    certificate: integration.credentials['certificate'],
  };
}

/** The token address of an auth mode; a CUSTOM provider has one for each. */
export const tokenUrlOf = ({ token_url }: Provider, mode: string): string | undefined =>
  typeof token_url === 'object' ? token_url[mode] : token_url;

/** Texts and booleans at dot paths of an answer, by their path. */
function capture(body: TokenBody, paths: readonly string[] = []): Record<string, string | boolean> {
  const captured: Record<string, string | boolean> = {};
  for (const path of paths) {
    const value = valueAt(body, path);
    if (typeof value === 'string' || typeof value === 'boolean') captured[path] = value;
  }
  return captured;
}
