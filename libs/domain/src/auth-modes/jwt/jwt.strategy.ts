import { Injectable } from '@nestjs/common';
import type { CredentialsOf, Provider } from '@svc/contracts';
import { interpolateQuery } from '@svc/providers';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal } from '../renewal.js';
import { blamingField } from '../signing/blaming-field.js';
import { filledIn } from '../signing/filled-in.js';
import { filledInHeader } from '../signing/filled-in-header.js';
import { signJwt } from '../signing/signed-jwt.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { TokenFailure } from '../tokens/token-failure.js';
import type { TokenSubject } from '../tokens/token-request.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';

type JwtCredentials = CredentialsOf<'JWT'>;

/** The provider's clock may be behind ours, and no token may come from the future. */
const CLOCK_SKEW_MS = 10_000;

const ALGORITHMS = { RSA: 'RS256', HMAC: 'HS256', EC: 'ES256' } as const;

/** Tokens that the gateway signs itself with a key of the account; nobody is asked, so nobody can refuse (RFC 7519). */
@Injectable()
export class JwtStrategy implements AuthStrategy {
  readonly modes = ['JWT'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input) => {
      const fields = readFields(credentialFieldsOf(subject.provider), input);
      const template = subject.provider.token?.signing_key;
      return blamingField(template, () => sign(subject, { ...fields, type: 'JWT' }));
    },
  };

  readonly renewal: Renewal = {
    isRepeatable: true,
    canRenew: ({ type }) => type === 'JWT',
    renew: (subject) => {
      const { credentials: held } = subject;
      if (held.type !== 'JWT') throw new TokenFailure('misconfigured', 'The connection has no key.');
      return asMisconfigured(() => sign(subject, held));
    },
  };
}

async function sign(subject: TokenSubject, held: JwtCredentials): Promise<ObtainedCredentials> {
  const { signing_key: template, header, payload, expires_in_ms: lifeMs } = rulesOf(subject.provider);
  const { protocol = 'RSA', hmac_secret_encoding: hmacEncoding } = subject.provider.signature ?? {};
  const context = credentialContext({ ...subject, credentials: held });
  const unsigned = {
    key: filledIn(template, context),
    hmacEncoding,
    header: filledInHeader({ alg: protocol === 'WSSE' ? '' : ALGORITHMS[protocol], ...header }, context),
    payload: interpolateQuery(payload, context),
    lifeMs,
  };
  const { token, expiresAt } = await signJwt(unsigned, Date.now() - CLOCK_SKEW_MS);
  return {
    credentials: { ...held, token, expires_at: expiresAt.toISOString() },
    expiresAt,
    connectionConfig: {},
    isRotated: null,
  };
}

function rulesOf({ name, token }: Provider) {
  if (token?.signing_key !== undefined) return { ...token, signing_key: token.signing_key };
  throw new TokenFailure('misconfigured', `The provider ${name} does not say what its tokens are signed with.`);
}
