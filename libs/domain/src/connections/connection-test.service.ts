import { Inject, Injectable } from '@nestjs/common';
import type { Credentials, Provider, Verification } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { DEFAULT_BACKOFF, OutboundClient } from '@svc/http';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import type { TokenFailureKind } from '../auth-modes/tokens/token-failure.js';
import type { Operation } from '../logs/operation.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { ProxyService } from '../proxy/proxy.service.js';
import { readCaptures } from './read-captures.js';
import { readProblem, readStatus, type TestAnswer } from './test-answer.js';
import type { TestSubject } from './test-subject.js';
import { verificationCall } from './verification-call.js';

/** What a test shows: `refused` only where the provider answered that it does not know the credentials. */
export type TestVerdict = 'works' | 'refused' | 'unknown';

/** Types whose credentials nobody but the verification call has judged. */
const TYPED_IN: ReadonlySet<Credentials['type']> = new Set<Credentials['type']>(['API_KEY', 'BASIC', 'TBA', 'NONE']);

/** Whether credentials of a type stay as they were typed in, so that no token was given for them. */
export const isTypedIn = (type: Credentials['type']): boolean => TYPED_IN.has(type);

/** Tries credentials by a harmless call to the provider (wire contract, section 18, "Verification"). */
@Injectable()
export class ConnectionTest {
  constructor(
    private readonly client: OutboundClient,
    private readonly log: OperationLog,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  /**
   * Proves credentials before they are saved. The endpoints are tried in order; the first success passes. Typed-in
   * credentials need one; tokens that the provider has just given need no more than not to be refused, since they may lack
   * the right that the test needs. Where a provider's fixed address does not exist, the definition is wrong and not the
   * person: that is no reason to keep anybody out.
   *
   * @returns what the definition wants kept of the answer that passed, for `connection_config`.
   * @throws AppError `connection_test_failed`; `payload.reason` is `auth_dead` for refused ones, `provider_down` where
   *   nobody could tell, `misconfigured` where they could not be tried.
   */
  async run(subject: TestSubject, operation: Operation): Promise<Readonly<Record<string, unknown>>> {
    const answers = await this.ask(subject, operation);
    const passed = answers.find(({ meaning }) => meaning === 'works');
    if (answers.length === 0 || passed) return passed?.captured ?? {};
    if (answers.some(({ meaning }) => meaning === 'outage')) throw failed('provider_down', answers, operation);
    const isRefused = answers.every(({ meaning }) => meaning === 'refused');
    if (answers.every(({ meaning }) => meaning === 'absent') && hasFixedAddress(subject.provider)) {
      const message = 'The address of the verification call does not exist: the credentials are saved untested.';
      this.log.log(operation.id, { level: 'warn', message });
      return {};
    }
    if (isRefused || isTypedIn(subject.credentials.type))
      throw failed(isRefused ? 'auth_dead' : 'misconfigured', answers, operation);
    return {};
  }

  /** Tries credentials that are stored, of any type. Whatever is not an answer about them is `unknown`. */
  async check(subject: TestSubject, operation: Operation): Promise<TestVerdict> {
    if (subject.credentials.type === 'NONE') return 'unknown';
    const meanings = (await this.ask(subject, operation)).map(({ meaning }) => meaning);
    if (meanings.includes('works')) return 'works';
    return meanings.length > 0 && meanings.every((meaning) => meaning === 'refused') ? 'refused' : 'unknown';
  }

  /** The answers up to the first success; none where the definition has no verification call. */
  private async ask(subject: TestSubject, operation: Operation): Promise<readonly TestAnswer[]> {
    const verification = subject.provider.proxy?.verification;
    if (!verification) return [];
    const answers: TestAnswer[] = [];
    for (const endpoint of verification.endpoints) {
      const answer = await this.tryEndpoint(subject, verification, endpoint, operation);
      answers.push(answer);
      if (answer.meaning === 'works') break;
    }
    return answers;
  }

  private async tryEndpoint(
    subject: TestSubject,
    verification: Verification,
    endpoint: string,
    operation: Operation,
  ): Promise<TestAnswer> {
    try {
      const limit = AbortSignal.timeout(this.timing.requestMs);
      const call = verificationCall(subject, verification, endpoint, operation, limit);
      const answer = await this.proxyFor(subject).forward(call);
      const read = readStatus(answer.status, verification);
      if (read.meaning === 'works' && verification.captures)
        return { ...read, captured: await readCaptures(answer, verification.captures) };
      answer.body.destroy();
      return read;
    } catch (error) {
      if (error instanceof AppError) return readProblem(error);
      throw error;
    }
  }

  /** The proxy, aimed at a connection that need not be in the database. */
  private proxyFor({ provider, integration, connectionId, connectionConfig, credentials }: TestSubject): ProxyService {
    const connection = { id: 0, connectionId, connectionConfig, credentials, credentialsVersion: 0 };
    const config = { ...integration.custom, ...integration.config };
    const target = { provider, integration: { ...integration, config }, connection };
    return new ProxyService({ resolve: async () => target }, this.client, this.log, DEFAULT_BACKOFF);
  }
}

/** Whether nothing that somebody typed in decides where the call goes. */
const hasFixedAddress = ({ proxy }: Provider): boolean =>
  ![proxy?.base_url, proxy?.verification?.base_url_override, ...(proxy?.verification?.endpoints ?? [])].some(
    (address) => address?.includes('${'),
  );

type Reason = Extract<TokenFailureKind, 'auth_dead' | 'provider_down' | 'misconfigured'>;

const MESSAGES: Readonly<Record<Reason, (words: string) => string>> = {
  auth_dead: (words) => `The provider did not accept the credentials (${words}). Check them and try again.`,
  provider_down: (words) =>
    `The provider is not available at the moment (${words}). Nothing was saved: try again later.`,
  misconfigured: (words) =>
    `The credentials did not pass the provider's test: ${words}. Check them and the connection's configuration.`,
};

function failed(reason: Reason, answers: readonly TestAnswer[], { id }: Operation): AppError {
  const words = answers.map((answer) => answer.words.replace(/\.$/, '')).join('; ');
  return new AppError('connection_test_failed', MESSAGES[reason](words), { payload: { operation_id: id, reason } });
}
