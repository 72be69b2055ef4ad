import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { signToken, verifyToken } from '@svc/crypto';
import { AppError } from '@svc/errors';
import { CONFIG } from '../core/core.tokens.js';
import { runClaimsSchema, type RunClaims } from './run-claims.js';

/** Kept apart from anything else that the shared secret may sign one day. */
const USE = 'run';

/** Tokens with which a running function reaches the internal run API. */
@Injectable()
export class RunTokens {
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.secret = config.internal.secret;
  }

  /** @param validForMs how long the run may take at most. */
  sign(claims: Omit<RunClaims, 'exp'>, validForMs: number): string {
    const exp = Math.ceil((Date.now() + validForMs) / 1000);
    return signToken({ ...claims, use: USE, exp }, this.secret);
  }

  /** @throws {AppError} `invalid_run_token` when the token is forged, damaged, expired or not one of a run. */
  verify(token: string): RunClaims {
    const claims = verifyToken(token, this.secret);
    const parsed = claims?.['use'] === USE ? runClaimsSchema.safeParse(claims) : undefined;
    if (!parsed?.success) {
      throw new AppError(
        'invalid_run_token',
        'The run token is not valid or has expired: a run uses the token that it was started with.',
      );
    }
    return parsed.data;
  }
}
