import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { lasting } from './lasting.js';

/** A key that the provider gave out. The verification call shows what it is worth. */
@Injectable()
export class ApiKeyStrategy implements AuthStrategy {
  readonly modes = ['API_KEY'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async ({ provider }, input) =>
      lasting({ apiKey: '', ...readFields(credentialFieldsOf(provider), input), type: 'API_KEY' }),
  };
}
