import { Inject, Injectable } from '@nestjs/common';
import {
  refreshCredentialsWorkflowId,
  type RefreshAttempt,
  type RefreshAttemptOutcome,
} from '@svc/contracts/workflows';
import { ConnectionAccessRepository, Database, RefreshTroubleRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { z } from 'zod';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import type { FoundConnection } from './found-connection.js';
import { cooldownEndOf, refreshBlockOf } from './refresh-failure.js';

/** What an error of a refresh tells about what happens next. */
const payloadSchema = z.object({ reason: z.string(), retry_at: z.iso.datetime().optional() });

/** One attempt of the workflow that repeats a refresh, until it works or there is nothing to repeat any more. */
@Injectable()
export class RefreshRetry {
  private readonly troubles: RefreshTroubleRepository;
  private readonly access: ConnectionAccessRepository;

  constructor(
    database: Database,
    private readonly refresher: CredentialRefresher,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.troubles = new RefreshTroubleRepository(database);
    this.access = new ConnectionAccessRepository(database);
  }

  async attempt(attempt: RefreshAttempt): Promise<RefreshAttemptOutcome> {
    const found = await this.find(attempt);
    if (!found) return { outcome: 'ended', reason: 'over' };
    const block = refreshBlockOf(found.connection, this.timing.cooldownMs);
    if (block === 'cooldown') return { outcome: 'repeat', reason: block, askedMs: this.cooldownMs(found) };
    if (block) return { outcome: 'ended', reason: block };
    try {
      const workflowId = refreshCredentialsWorkflowId(attempt.troubleId);
      await this.refresher.refresh(found, { trigger: 'retry', workflowId });
      return { outcome: 'ended', reason: 'recovered' };
    } catch (error) {
      return await this.afterFailure(attempt, error);
    }
  }

  private async afterFailure(attempt: RefreshAttempt, error: unknown): Promise<RefreshAttemptOutcome> {
    const payload = error instanceof AppError ? payloadSchema.safeParse(error.details.payload).data : undefined;
    const found = await this.find(attempt);
    if (!found) return { outcome: 'ended', reason: payload?.reason ?? 'over' };
    // Not an outcome of the refresh: Temporal repeats the attempt.
    if (!payload) throw error;
    const status =
      error instanceof Error && error.cause instanceof TokenFailure ? error.cause.answer?.status : undefined;
    const retryAtMs = payload.retry_at === undefined ? 0 : Date.parse(payload.retry_at);
    return {
      outcome: 'repeat',
      reason: payload.reason,
      ...(status !== undefined && { status }),
      askedMs: Math.max(this.cooldownMs(found), retryAtMs - Date.now()),
    };
  }

  private async find({ connectionId, troubleId }: RefreshAttempt): Promise<FoundConnection | undefined> {
    const environmentId = await this.troubles.findEnvironment(connectionId, troubleId);
    if (environmentId === undefined) return undefined;
    const row = await this.access.find({ environmentId, id: connectionId });
    return row?.connection && { integration: row.integration, connection: row.connection };
  }

  private cooldownMs({ connection }: FoundConnection): number {
    return Math.max(0, cooldownEndOf(connection, this.timing.cooldownMs) - Date.now());
  }
}
