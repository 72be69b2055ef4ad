import { createHash, randomBytes } from 'node:crypto';

/** What an authorization code stands for. */
export interface CodeGrant {
  readonly clientId: string;
  /** Compared with that of the token request, where the authorization request had one. */
  readonly redirectUri: string | undefined;
  readonly challenge: string | undefined;
  readonly scope: string;
  /** The resource that the token is asked for (RFC 8707). */
  readonly resource: string | undefined;
}

/** An authorization that a person gave, with everything issued for it. */
export interface Grant extends CodeGrant {
  isRevoked: boolean;
  refreshToken: string | undefined;
}

interface Code extends CodeGrant {
  readonly issuedAt: number;
  /** Once it was used. */
  grant?: Grant;
}

interface AccessToken {
  readonly grant: Grant;
  readonly expiresAt: number;
}

const newToken = (kind: string): string => `${kind}-${randomBytes(16).toString('hex')}`;
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Codes and tokens: each code once, and a refresh token that comes back after it was replaced ends the authorization. */
export class OAuth2Grants {
  private readonly codes = new Map<string, Code>();
  private readonly accessTokens = new Map<string, AccessToken>();
  private readonly refreshTokens = new Map<string, Grant>();
  /** How often a used code or a replaced refresh token came back. */
  reuses = 0;

  issueCode(grant: CodeGrant): string {
    const code = newToken('code');
    this.codes.set(code, { ...grant, issuedAt: Date.now() });
    return code;
  }

  /** The authorization for a code, or undefined where RFC 6749 (section 4.1.3) or PKCE (RFC 7636) refuses it. */
  redeem(
    code: string,
    asked: { clientId: string; redirectUri?: string; verifier?: string; codeLifeMs: number },
  ): Grant | undefined {
    const found = this.codes.get(code);
    if (found?.clientId !== asked.clientId) return undefined;
    if (found.redirectUri !== undefined && found.redirectUri !== asked.redirectUri) return undefined;
    if (found.grant) {
      this.reuses += 1;
      found.grant.isRevoked = true;
      return undefined;
    }
    if (Date.now() - found.issuedAt >= asked.codeLifeMs) return undefined;
    if (found.challenge !== (asked.verifier === undefined ? undefined : s256(asked.verifier))) return undefined;
    found.grant = { ...found, isRevoked: false, refreshToken: undefined };
    return found.grant;
  }

  /** The authorization of a refresh token, or undefined where it is none, was revoked or was replaced. */
  findByRefreshToken(token: string, clientId: string): Grant | undefined {
    const grant = this.refreshTokens.get(token);
    if (!grant || grant.isRevoked || grant.clientId !== clientId) return undefined;
    if (grant.refreshToken === token) return grant;
    this.reuses += 1;
    grant.isRevoked = true;
    return undefined;
  }

  issueAccessToken(grant: Grant, lifeS: number): string {
    const token = newToken('at');
    this.accessTokens.set(token, { grant, expiresAt: Date.now() + lifeS * 1000 });
    return token;
  }

  /** Replaces the refresh token of an authorization. */
  issueRefreshToken(grant: Grant): string {
    grant.refreshToken = newToken('rt');
    this.refreshTokens.set(grant.refreshToken, grant);
    return grant.refreshToken;
  }

  /** The authorization of an access token that is still good. */
  findByAccessToken(token: string): Grant | undefined {
    const found = this.accessTokens.get(token);
    return found && !found.grant.isRevoked && found.expiresAt > Date.now() ? found.grant : undefined;
  }

  /** Ends the authorization of a token of either kind; an unknown one is no mistake (RFC 7009, section 2.2). */
  revoke(token: string, clientId: string): boolean {
    const grant = this.accessTokens.get(token)?.grant ?? this.refreshTokens.get(token);
    if (!grant || grant.clientId !== clientId) return false;
    grant.isRevoked = true;
    return true;
  }

  /** Ends all authorizations, as a person does in the provider's settings. */
  revokeAll(): void {
    for (const { grant } of this.accessTokens.values()) grant.isRevoked = true;
    for (const grant of this.refreshTokens.values()) grant.isRevoked = true;
  }

  /** All access tokens end now; the refresh tokens stay. */
  expireAll(): void {
    this.accessTokens.clear();
  }
}
