import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@svc/crypto';
import {
  ConnectAttemptRepository,
  Database,
  SEALED_COLUMNS,
  type AttemptOutcome,
  type ReturningAttempt,
  type StartedAttempt,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { storableText, type Logger } from '@svc/observability';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import { LOGGER } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import type { Operation } from '../logs/operation.js';
import { attemptMemorySchema, type AttemptMemory } from './attempt-memory.js';
import { toConnectFailure, type ConnectFailure } from './connect-failure.js';
import type { ConnectTarget } from './connect-target.js';

const PURPOSE = SEALED_COLUMNS.connectAttempt.purpose;
/** How long a person may take at the provider. */
const LIFE_MS = 60 * 60_000;
/** Far more than a person makes; each leaves a row and an operation, and may ask a provider. */
const MAX_PER_SESSION = 200;
const MAX_DESCRIPTION_LENGTH = 1_000;

/** How the page that waits names an attempt. */
export interface AttemptNames {
  readonly providerConfigKey: string;
  readonly attempt: string | null;
  readonly wsClientId: string | null;
}

/** An attempt that goes to the provider. */
export interface BegunAttempt extends AttemptNames, Pick<StartedAttempt, 'id' | 'integrationId' | 'cookieHash'> {
  readonly session: OpenConnectSession;
  readonly operation: Operation;
}

/** Writes down how authorizations go: for the page that waits, and in the log that customers read. */
@Injectable()
export class AttemptRecorder {
  private readonly attempts: ConnectAttemptRepository;

  constructor(
    database: Database,
    private readonly box: SecretBox,
    private readonly log: OperationLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.attempts = new ConnectAttemptRepository(database);
  }

  /** @throws AppError `too_many_request` */
  async checkRoom({ id }: OpenConnectSession): Promise<void> {
    if (!(await this.attempts.hasReached(id, MAX_PER_SESSION))) return;
    throw new AppError(
      'too_many_request',
      `This session has begun ${MAX_PER_SESSION} authorizations, which is as many as one may: create a new session with POST /connect/sessions.`,
    );
  }

  /** Begins the operation that tells of an attempt. */
  startOperation(session: OpenConnectSession, providerConfigKey: string, target?: ConnectTarget): Operation {
    return this.log.start({
      environmentId: session.environmentId,
      type: 'auth',
      action: session.reconnectId === null ? 'connect' : 'reconnect',
      providerConfigKey,
      ...(target && { integrationId: target.integration.id, connectionKey: target.connectionId }),
      ...(target?.existing && { connectionId: target.existing.id }),
    });
  }

  /** The browser is on its way. */
  async start(
    { session, operation, ...attempt }: BegunAttempt,
    memory: AttemptMemory,
  ): Promise<{ readonly lifeMs: number }> {
    const memorySealed = this.box.seal(JSON.stringify(memory), PURPOSE);
    const ids = { sessionId: session.id, operationId: operation.id };
    await this.attempts.start({ ...attempt, ...ids, memorySealed, expiresAt: inLife() });
    return { lifeMs: LIFE_MS };
  }

  /** It never got as far as the provider. */
  async refuse(
    session: OpenConnectSession,
    names: AttemptNames,
    error: unknown,
    operation: Operation,
  ): Promise<ConnectFailure> {
    const failure = this.fail(operation.id, error);
    await this.attempts.insertFailed({
      ...names,
      ...recorded(failure),
      sessionId: session.id,
      integrationId: null,
      expiresAt: inLife(),
    });
    return failure;
  }

  async find(state: string): Promise<ReturningAttempt | undefined> {
    return await this.attempts.find(state);
  }

  /** What the beginning left for the callback. Undefined when another callback was first, or it is too late. */
  async claim({ id, memorySealed }: ReturningAttempt): Promise<AttemptMemory | undefined> {
    if (memorySealed === null || !(await this.attempts.claim(id))) return undefined;
    return this.openMemory(memorySealed);
  }

  openMemory(sealed: string): AttemptMemory {
    return attemptMemorySchema.parse(JSON.parse(this.box.open(sealed, PURPOSE)));
  }

  async succeed(attempt: ReturningAttempt, connectionId: string | null): Promise<void> {
    await this.end(attempt, { status: 'success', connectionId, isPending: connectionId === null });
    if (attempt.operationId !== null) this.succeedOperation({ id: attempt.operationId });
  }

  async failAttempt(attempt: ReturningAttempt, error: unknown): Promise<ConnectFailure> {
    const failure = this.fail(attempt.operationId, error);
    await this.end(attempt, { status: 'error', ...recorded(failure) });
    return failure;
  }

  succeedOperation({ id }: Operation): void {
    this.log.finish(id, { status: 'success' });
  }

  /** Ends the operation, and tells the process log of what nobody foresaw. */
  fail(operationId: string | null, error: unknown): ConnectFailure {
    const failure = toConnectFailure(error);
    const { errorType: error_type, message, code, isUnforeseen } = failure;
    if (isUnforeseen) this.logger.error({ err: error, operationId }, 'An authorization failed inside the gateway.');
    if (operationId !== null) this.log.finish(operationId, { status: 'failed', error: { code, message, error_type } });
    return failure;
  }

  private async end({ id }: ReturningAttempt, outcome: AttemptOutcome): Promise<void> {
    await this.attempts.finish(id, outcome);
  }
}

const inLife = (): Date => new Date(Date.now() + LIFE_MS);

const recorded = ({ errorType, message }: ConnectFailure) => ({
  errorType,
  errorDescription: storableText(message, MAX_DESCRIPTION_LENGTH),
});
