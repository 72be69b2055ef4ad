import { Injectable } from '@nestjs/common';
import type { CredentialsOf } from '@svc/contracts';
import type { JsonAnswer, JsonRequest } from '@svc/http';
import { interpolateUrl } from '@svc/providers';
import type { AuthStrategy } from '../auth-strategy.js';
import type { AuthSubject } from '../auth-subject.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal } from '../renewal.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { readTokenBody, tokenText } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { loginFailureOf } from '../typed-in/login-failure.js';
import { readFields } from '../typed-in/read-fields.js';

type BillCredentials = CredentialsOf<'BILL'>;

/** A session ends after 35 idle minutes. Source: developer.bill.com, "Login". */
const DEFAULT_LIFE_MS = 35 * 60_000;

/**
 * Wrong user name or password, wrong developer key; answered as a list, whatever the status.
 * Source: developer.bill.com, "Frequently Asked Questions".
 */
const REFUSALS: ReadonlySet<unknown> = new Set(['BDC_1101', 'BDC_1102']);

/** A session of BILL, version 3 of its API. Each login gives one of its own. */
@Injectable()
export class BillStrategy implements AuthStrategy {
  readonly modes = ['BILL'] as const;

  constructor(private readonly endpoint: TokenEndpoint) {}

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input, signal) => {
      const fields = readFields(credentialFieldsOf(subject.provider), input);
      return this.logIn(subject, { ...fields, type: 'BILL' }, signal);
    },
  };

  readonly renewal: Renewal = {
    isRepeatable: true,
    canRenew: ({ type }) => type === 'BILL',
    renew: async (subject, signal) => {
      const { credentials: held } = subject;
      if (held.type !== 'BILL') throw new TokenFailure('misconfigured', 'The connection has nothing to log in with.');
      return this.logIn(subject, held, signal);
    },
  };

  private async logIn(subject: AuthSubject, held: BillCredentials, signal: AbortSignal): Promise<ObtainedCredentials> {
    const answer = await this.endpoint.send(await asMisconfigured(() => loginOf(subject, held)), signal);
    const body = readTokenBody(answer);
    const sessionId = tokenText(body?.['sessionId']);
    if (!body || sessionId === undefined || answer.status >= 300) throw failureOf(answer);
    const expiresAt = new Date(Date.now() + (subject.provider.token_expires_in_ms ?? DEFAULT_LIFE_MS));
    return {
      credentials: {
        ...held,
        session_id: sessionId,
        user_id: tokenText(body['userId']),
        expires_at: expiresAt.toISOString(),
        raw: { ...body },
      },
      expiresAt,
      connectionConfig: {},
      isRotated: null,
    };
  }
}

function loginOf(subject: AuthSubject, held: BillCredentials): JsonRequest {
  const { provider } = subject;
  const url = tokenUrlOf(provider, 'BILL');
  if (url === undefined) throw new TokenFailure('misconfigured', `The provider ${provider.name} has no login address.`);
  const { username, password, organization_id: organizationId, dev_key: devKey } = held;
  return {
    method: 'POST',
    url: interpolateUrl(url, credentialContext({ ...subject, credentials: held })),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, organizationId, devKey }),
  };
}

function failureOf(answer: JsonAnswer): TokenFailure {
  const problems: readonly unknown[] = Array.isArray(answer.json) ? answer.json : [answer.json];
  const [problem] = problems.map((entry): Record<string, unknown> => ({ ...Object(entry) }));
  const failure = loginFailureOf(answer, problem);
  if (!REFUSALS.has(problem?.['code'])) return failure;
  return new TokenFailure('auth_dead', failure.message, failure.answer);
}
