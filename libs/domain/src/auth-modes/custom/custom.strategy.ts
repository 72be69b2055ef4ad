import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { CustomAuthorization } from './custom-authorization.js';
import { CustomRenewal } from './custom-renewal.js';

/** Apps that people install and authorize at the same time: a token for the installation and one for the person. */
@Injectable()
export class CustomStrategy implements AuthStrategy {
  readonly modes = ['CUSTOM'] as const;

  constructor(
    readonly redirect: CustomAuthorization,
    readonly renewal: CustomRenewal,
  ) {}
}
