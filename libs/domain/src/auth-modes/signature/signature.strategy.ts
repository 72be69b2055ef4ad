import { Injectable } from '@nestjs/common';
import type { CredentialsOf } from '@svc/contracts';
import type { AuthStrategy } from '../auth-strategy.js';
import type { AuthSubject } from '../auth-subject.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal } from '../renewal.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { wsseToken } from './wsse-token.js';

type SignatureCredentials = CredentialsOf<'SIGNATURE'>;

/** What a token lives where the definition does not say; receivers refuse digests that are older. */
const DEFAULT_LIFE_MS = 5 * 60_000;

/** A digest of the password, made anew before it is too old (WSSE). Nobody is asked, so nobody can refuse. */
@Injectable()
export class SignatureStrategy implements AuthStrategy {
  readonly modes = ['SIGNATURE'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input) => {
      const fields = readFields(credentialFieldsOf(subject.provider), input);
      return sign(subject, { ...fields, type: 'SIGNATURE' });
    },
  };

  readonly renewal: Renewal = {
    isRepeatable: true,
    canRenew: ({ type }) => type === 'SIGNATURE',
    renew: async (subject) => {
      const { credentials: held } = subject;
      if (held.type !== 'SIGNATURE') throw new TokenFailure('misconfigured', 'The connection has no password.');
      return sign(subject, held);
    },
  };
}

function sign({ provider }: AuthSubject, held: SignatureCredentials, nowMs = Date.now()): ObtainedCredentials {
  const expiresAt = new Date(nowMs + (provider.token?.expires_in_ms ?? DEFAULT_LIFE_MS));
  const token = wsseToken(String(held['username'] ?? ''), String(held['password'] ?? ''), nowMs);
  return {
    credentials: { ...held, token, expires_at: expiresAt.toISOString() },
    expiresAt,
    connectionConfig: {},
    isRotated: null,
  };
}
