import { Injectable } from '@nestjs/common';
import type { CredentialsOf, Provider } from '@svc/contracts';
import { signAssertion } from '../assertion/sign-assertion.js';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { captureFrom } from '../oauth2/captured-values.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { blamingField } from '../signing/blaming-field.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { tokenText, valueAt } from '../tokens/token-answer.js';
import type { TokenGrant } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readInput } from '../typed-in/read-input.js';
import { loginSteps, refreshStep } from './step.js';
import { twoStepExpiry } from './two-step-expiry.js';
import { TwoStepExchange, type ExchangeSubject } from './two-step-exchange.service.js';

type TwoStepCredentials = CredentialsOf<'TWO_STEP'>;

/** Credentials that are exchanged for a token by one request or several of the provider's own kind. */
@Injectable()
export class TwoStepStrategy implements AuthStrategy {
  readonly modes = ['TWO_STEP'] as const;

  constructor(private readonly exchange: TwoStepExchange) {}

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input, signal) => {
      const { provider } = subject;
      const { fields, assertionOption } = readInput(credentialFieldsOf(provider), input, provider.assertion_option);
      const typed: TwoStepCredentials = { ...fields, type: 'TWO_STEP' };
      const obtained = await blamingField(provider.assertion?.signing_key, () =>
        this.logIn({ ...subject, assertionOption }, typed, signal),
      );
      return {
        ...obtained,
        connectionConfig: captureFrom(obtained.credentials['raw'], provider.token_response_metadata),
      };
    },
  };

  readonly renewal: Renewal = {
    // What was typed in logs in as often as needed, also after a refresh token was lost.
    isRepeatable: true,
    canRenew: ({ type }) => type === 'TWO_STEP',
    renew: async (subject, signal) => {
      const { provider, credentials: held } = subject;
      if (held.type !== 'TWO_STEP')
        throw new TokenFailure('misconfigured', 'The connection has nothing to log in with.');
      const renewed = (await this.refresh(subject, held, signal)) ?? (await this.logInAgain(subject, held, signal));
      const captured = captureFrom(renewed.credentials['raw'], provider.refresh_token_response_metadata);
      return { ...renewed, connectionConfig: captured };
    },
  };

  /** Renews by the refresh token; undefined where there is none, or where it is refused and a new login may do. */
  private async refresh(
    subject: RenewalSubject,
    held: TwoStepCredentials,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials | undefined> {
    const step = refreshStep(subject.provider);
    if (!step || !held.refresh_token) return undefined;
    try {
      return obtained(subject.provider, held, await this.exchange.run([step], subject, signal));
    } catch (error) {
      const isRefusal = error instanceof TokenFailure && ['auth_dead', 'auth_transient'].includes(error.kind);
      if (isRefusal && canLogIn(subject.provider, held)) return undefined;
      throw error;
    }
  }

  private logInAgain(
    subject: RenewalSubject,
    held: TwoStepCredentials,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials> {
    if (!canLogIn(subject.provider, held)) {
      throw new TokenFailure(
        'auth_dead',
        'The token ended, and what the next one needs was not to be stored: reconnect.',
      );
    }
    const { token: _, refresh_token: __, expires_at: ___, raw: ____, ...typed } = held;
    return asMisconfigured(() => this.logIn(subject, { ...typed, type: 'TWO_STEP' }, signal));
  }

  private async logIn(
    subject: ExchangeSubject,
    typed: TwoStepCredentials,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials> {
    const { provider } = subject;
    const assertion = await assertionFor(subject, typed);
    const credentials = { ...typed, ...(assertion !== undefined && { assertion }) };
    const grant = await this.exchange.run(loginSteps(provider), { ...subject, credentials }, signal);
    return obtained(provider, keepsAssertion(provider) ? credentials : typed, grant);
  }
}

/**
 * An assertion that only a value for one use could sign is kept for later logins, which it outlives for as long as the
 * definition says; a refresh token makes it needless.
 */
const keepsAssertion = ({ assertion, assertion_option: option, refresh_token_params: refresh }: Provider): boolean =>
  assertion !== undefined && option !== undefined && refresh === undefined;

/** A login that takes a value which is never stored happens once, unless what it signed is kept. */
const canLogIn = (provider: Provider, { assertion }: TwoStepCredentials): boolean =>
  provider.assertion_option === undefined || assertion !== undefined;

async function assertionFor(subject: ExchangeSubject, typed: TwoStepCredentials): Promise<string | undefined> {
  const { provider, assertionOption } = subject;
  if (!provider.assertion || typed['assertion'] !== undefined) return undefined;
  const context = credentialContext(
    { ...subject, credentials: typed },
    { ...(assertionOption && { assertionOption }) },
  );
  return signAssertion(provider.assertion, context);
}

function obtained(provider: Provider, held: TwoStepCredentials, { token, body }: TokenGrant): ObtainedCredentials {
  const path = provider.token_response?.refresh_token;
  const next = path === undefined ? undefined : tokenText(valueAt(body, path));
  const expiresAt = twoStepExpiry(provider, body);
  return {
    credentials: {
      ...held,
      token,
      // Providers that do not rotate leave it out of the answer.
      ...(next !== undefined && { refresh_token: next }),
      expires_at: expiresAt.toISOString(),
      raw: { ...body },
    },
    expiresAt,
    connectionConfig: {},
    isRotated: next !== undefined && held.refresh_token !== undefined && next !== held.refresh_token,
  };
}
