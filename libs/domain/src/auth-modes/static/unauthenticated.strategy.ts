import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { readFields } from '../typed-in/read-fields.js';
import { lasting } from './lasting.js';

/** Nothing to prove: a connection for its configuration. */
@Injectable()
export class UnauthenticatedStrategy implements AuthStrategy {
  readonly modes = ['NONE'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async (_, input) => {
      readFields({}, input);
      return lasting({ type: 'NONE' });
    },
  };
}
