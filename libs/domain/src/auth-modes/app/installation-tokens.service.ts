import { Injectable } from '@nestjs/common';
import { interpolateHeaders, interpolateUrl } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { expiryOf, type TokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { AppJwts } from './app-jwt.service.js';

/** A token for everything that an installation of an app may touch. */
export interface InstallationToken {
  readonly token: string;
  readonly body: TokenBody;
  readonly expiresAt: Date | null;
}

/** Somebody removed the app. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Asks for tokens of installations, which the app's JWT is exchanged for. Each is one more; none is used up. */
@Injectable()
export class InstallationTokens {
  constructor(
    private readonly jwts: AppJwts,
    private readonly endpoint: TokenEndpoint,
  ) {}

  /** @throws TokenFailure */
  async ask(subject: AuthSubject, signal: AbortSignal): Promise<InstallationToken> {
    const { provider } = subject;
    const request = await asMisconfigured(async () => {
      const context = credentialContext(subject);
      return {
        method: 'POST',
        url: interpolateUrl(tokenUrlOf(provider, 'APP') ?? '', context),
        headers: {
          accept: 'application/json',
          ...interpolateHeaders(provider.token_headers, context),
          authorization: `Bearer ${await this.jwts.sign(subject)}`,
        },
      };
    });
    const tokenPath = provider.alternate_access_token_response_path ?? 'token';
    try {
      const { token, body } = await this.endpoint.ask({ request, owner: 'user', tokenPath, signal });
      return { token, body, expiresAt: expiryOf(body, { unit: provider.expires_in_unit }) };
    } catch (error) {
      throw isGone(error) ? new TokenFailure('auth_dead', error.message, error.answer, { cause: error }) : error;
    }
  }
}

const isGone = (error: unknown): error is TokenFailure =>
  error instanceof TokenFailure && GONE.has(error.answer?.status);
