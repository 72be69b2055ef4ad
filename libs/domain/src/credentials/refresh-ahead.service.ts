import { Inject, Injectable } from '@nestjs/common';
import type { ConnectionRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { z } from 'zod';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import type { FoundConnection } from './found-connection.js';
import { cooldownEndOf, refreshBlockOf } from './refresh-failure.js';
import { RenewalPlanner } from './renewal-planner.service.js';

/** What the sweep did with a connection. */
export interface CheckedConnection {
  readonly kind: 'refreshed' | 'failed' | 'tested' | 'postponed';
  /** When it is looked at next; null never by itself, undefined where the refresh itself has said so. */
  readonly nextCheckAt?: Date | null;
}

const waitingSchema = z.object({ retry_at: z.iso.datetime() });

/** Refreshes before anybody has to wait for it. */
@Injectable()
export class RefreshAhead {
  constructor(
    private readonly planner: RenewalPlanner,
    private readonly refresher: CredentialRefresher,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  /** Undefined when these credentials cannot be renewed. */
  async check(found: FoundConnection): Promise<CheckedConnection | undefined> {
    if (!this.planner.plan(found)) return undefined;
    const { connection } = found;
    const block = refreshBlockOf(connection, this.timing.cooldownMs);
    if (block === 'cooldown')
      return { kind: 'postponed', nextCheckAt: new Date(cooldownEndOf(connection, this.timing.cooldownMs)) };
    // Nothing by itself helps those; whatever ends it says when to look again.
    if (block || isMarked(connection)) return { kind: 'postponed', nextCheckAt: null };
    if (!this.planner.isDueForSweep(found) && !this.isIdle(connection))
      return { kind: 'postponed', nextCheckAt: this.planner.nextCheckAt(found, connection) };
    return await this.refresh(found);
  }

  /** Neither used nor renewed for long. */
  private isIdle({ lastFetchedAt, createdAt, issuedAt }: ConnectionRow): boolean {
    const lastMs = Math.max((lastFetchedAt ?? createdAt).getTime(), issuedAt?.getTime() ?? 0);
    return Date.now() - lastMs >= this.timing.unusedMs;
  }

  private async refresh(found: FoundConnection): Promise<CheckedConnection> {
    try {
      await this.refresher.refresh(found, { trigger: 'sweep' });
      return { kind: 'refreshed' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const waiting = waitingSchema.safeParse(error.details.payload).data;
      // What waited together does not come back together.
      const spreadMs = Math.random() * this.timing.sweepMs;
      return waiting
        ? { kind: 'postponed', nextCheckAt: new Date(Date.parse(waiting.retry_at) + spreadMs) }
        : { kind: 'failed' };
    }
  }
}

const isMarked = ({ errors }: ConnectionRow): boolean => errors.some(({ type }) => type === 'auth');
