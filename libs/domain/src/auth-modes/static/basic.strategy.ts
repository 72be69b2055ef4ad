import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { lasting } from './lasting.js';

/** User name and password (RFC 7617). Providers that take a key in one of their places leave the other one empty. */
@Injectable()
export class BasicStrategy implements AuthStrategy {
  readonly modes = ['BASIC'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async ({ provider }, input) =>
      lasting({ username: '', password: '', ...readFields(credentialFieldsOf(provider), input), type: 'BASIC' }),
  };
}
