import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { AppAuthorization } from './app-authorization.js';
import { AppRenewal } from './app-renewal.js';

/** Apps that people install, as GitHub has them. */
@Injectable()
export class AppStrategy implements AuthStrategy {
  readonly modes = ['APP'] as const;

  constructor(
    readonly redirect: AppAuthorization,
    readonly renewal: AppRenewal,
  ) {}
}
