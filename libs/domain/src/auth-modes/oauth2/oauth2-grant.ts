import type { CredentialsOf, Provider } from '@svc/contracts';
import { expiryOf, tokenText, valueAt, type TokenBody } from '../tokens/token-answer.js';
import type { TokenGrant } from '../tokens/token-endpoint.service.js';

export interface OAuth2Grant {
  readonly credentials: CredentialsOf<'OAUTH2'>;
  readonly expiresAt: Date | null;
  /** What the answer itself holds. */
  readonly answeredRefreshToken: string | undefined;
}

/** Credentials from a token endpoint's answer. What is held already stays, but for the end of the old token. */
export function toGrant(
  provider: Provider,
  { token, body }: TokenGrant,
  held: Partial<CredentialsOf<'OAUTH2'>> = {},
): OAuth2Grant {
  const answer = { ...body, ...besideToken(body, provider.alternate_access_token_response_path) };
  const answeredRefreshToken = tokenText(answer['refresh_token']);
  // Providers that do not rotate leave it out of the answer.
  const refreshToken = answeredRefreshToken ?? held.refresh_token;
  const expiresAt = expiryOf(answer, {
    unit: provider.expires_in_unit,
    // One that nobody can renew serves for as long as the provider takes it.
    ...(refreshToken !== undefined && { defaultLifeMs: provider.token_expires_in_ms }),
  });
  const { expires_at: _, ...kept } = held;
  return {
    credentials: {
      ...kept,
      type: 'OAUTH2',
      access_token: token,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      raw: { ...body },
    },
    expiresAt,
    answeredRefreshToken,
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
