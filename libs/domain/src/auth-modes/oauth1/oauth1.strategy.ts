import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { OAuth1Authorization } from './oauth1-authorization.js';

/** OAuth 1.0a (RFC 5849). Its tokens last until they are revoked. */
@Injectable()
export class OAuth1Strategy implements AuthStrategy {
  readonly modes = ['OAUTH1'] as const;

  constructor(readonly redirect: OAuth1Authorization) {}
}
