import { Injectable } from '@nestjs/common';
import { hashKey } from '@svc/crypto';
import type { ReturningAttempt } from '@svc/database';
import { AppError } from '@svc/errors';
import { timingSafeEqual } from 'node:crypto';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import { ConnectSessionLookup } from '../connect-sessions/connect-session-lookup.service.js';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import type { AttemptMemory } from './attempt-memory.js';
import { AttemptRecorder } from './attempt-recorder.service.js';
import { ConnectFinisher, type Authorization } from './connect-finisher.service.js';
import type { ConnectFailure } from './connect-failure.js';
import { ConnectTargets } from './connect-targets.service.js';

/** Longest wait for the provider's tokens. With the test of the credentials it stays below the time that a claim lasts. */
const TIMEOUT_MS = 60_000;

/** A browser that comes from a provider. */
export interface BrowserReturn {
  /** Undefined when the address has none. */
  readonly state: string | undefined;
  /** Parameters that came once. */
  readonly query: Readonly<Record<string, string>>;
  /** Value of the cookie that belongs to a state. */
  readonly cookieOf: (state: string) => string | undefined;
}

/** How an authorization in the browser ended. */
export interface RedirectEnd {
  readonly outcome:
    { readonly kind: 'connected'; readonly connectionId: string } | { readonly kind: 'pending' } | FailedEnd;
  /** Set where the browser is the one that began; its cookie has served. */
  readonly begun?: {
    readonly state: string;
    readonly providerConfigKey: string;
    readonly lang: string | undefined;
    readonly returnUrl: string | null;
  };
}

type FailedEnd = { readonly kind: 'failed'; readonly failure: ConnectFailure };

/** Takes browsers back from providers (wire contract, section 6). */
@Injectable()
export class RedirectReturn {
  constructor(
    private readonly sessions: ConnectSessionLookup,
    private readonly targets: ConnectTargets,
    private readonly modes: AuthModes,
    private readonly recorder: AttemptRecorder,
    private readonly finisher: ConnectFinisher,
  ) {}

  /**
   * Another browser than the one that began is turned away and changes nothing: whoever steals a state can neither use it nor
   * spoil it for the person whose it is, nor have that person finish an authorization that somebody else began.
   */
  async complete({ state, query, cookieOf }: BrowserReturn): Promise<RedirectEnd> {
    const attempt = state === undefined ? undefined : await this.recorder.find(state);
    if (!attempt) return refused('state_err', 'This address does not belong to an authorization that is under way.');
    if (attempt.memorySealed === null) return isOver();
    if (!isSame(cookieOf(attempt.id), attempt.cookieHash)) {
      return refused(
        'state_cookie_err',
        'This authorization was begun in another browser, or this one keeps no cookies. Begin again here.',
      );
    }
    const memory = await this.recorder.claim(attempt);
    if (!memory) return isOver();
    return await this.work(attempt, memory, query);
  }

  private async work(
    attempt: ReturningAttempt,
    memory: AttemptMemory,
    query: BrowserReturn['query'],
  ): Promise<RedirectEnd> {
    const session = await this.sessions.findOfAttempt(attempt.sessionId);
    const begun = {
      state: attempt.id,
      providerConfigKey: attempt.providerConfigKey,
      lang: memory.lang,
      returnUrl: session?.returnUrl ?? null,
    };
    let authorization: Authorization | undefined;
    try {
      authorization = await this.authorizationOf(attempt, memory, session);
      const connectionId = await this.obtain(authorization, memory, query);
      await this.recorder.succeed(attempt, connectionId);
      const outcome =
        connectionId === null ? { kind: 'pending' as const } : { kind: 'connected' as const, connectionId };
      return { outcome, begun };
    } catch (error) {
      const failure = await this.recorder.failAttempt(attempt, error);
      if (authorization) await this.finisher.report(authorization, failure);
      return { outcome: { kind: 'failed', failure }, begun };
    }
  }

  private async authorizationOf(
    attempt: ReturningAttempt,
    { entered, connectionId }: AttemptMemory,
    session: OpenConnectSession | undefined,
  ): Promise<Authorization> {
    const { integrationId, operationId, providerConfigKey } = attempt;
    if (!session || integrationId === null || operationId === null)
      throw new AppError('unknown_connect_session_token', 'The session of this authorization was deleted meanwhile.');
    const target = await this.targets.findAgain(session, integrationId, {
      uniqueKey: providerConfigKey,
      connectionId,
    });
    return { session, target, entered, operation: { id: operationId } };
  }

  /** The connection's id, or null when somebody at the provider still has to approve it. */
  private async obtain(
    authorization: Authorization,
    { redirectUri, strategy: memory, override }: AttemptMemory,
    query: BrowserReturn['query'],
  ): Promise<string | null> {
    const { provider, integration, existing } = authorization.target;
    const { redirect } = this.modes.for(provider.auth_mode);
    if (!redirect) throw new AppError('invalid_auth_mode', 'The provider of this integration was changed meanwhile.');
    const outcome = await redirect.complete(
      { provider, integration, connectionConfig: { ...existing?.connectionConfig, ...authorization.entered } },
      { query, redirectUri, memory, override },
      AbortSignal.timeout(TIMEOUT_MS),
    );
    return outcome.kind === 'pending' ? null : await this.finisher.save(authorization, outcome.obtained);
  }
}

const refused = (errorType: ConnectFailure['errorType'], message: string): RedirectEnd => ({
  outcome: { kind: 'failed', failure: { errorType, message, code: errorType } },
});

const isOver = (): RedirectEnd =>
  refused('state_err', 'This authorization is over already, or took longer than an hour. Begin again.');

function isSame(cookie: string | undefined, expected: Buffer | null): boolean {
  return cookie !== undefined && expected !== null && timingSafeEqual(hashKey(cookie), expected);
}
