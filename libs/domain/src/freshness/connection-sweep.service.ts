import { Inject, Injectable } from '@nestjs/common';
import type { SweepOutcome } from '@svc/contracts/workflows';
import { ConnectionAccessRepository, ConnectionCheckRepository, Database, type NextCheck } from '@svc/database';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';
import type { FoundConnection } from '../credentials/found-connection.js';
import type { CheckedConnection } from '../credentials/refresh-ahead.service.js';
import { RenewalPlanner } from '../credentials/renewal-planner.service.js';
import { ConnectionChecker } from './connection-checker.service.js';
import { inFairTurns } from './in-fair-turns.js';

const BATCH = 100;
/** Requests at the same time, and those to one host. */
const AT_ONCE = 12;
const PER_HOST = 4;
const BUDGET_MS = 60_000;
/** Longer than a batch can take. What a dead worker had taken comes back after it. */
const CLAIM_MS = 900_000;

type Count = Omit<SweepOutcome, 'more'>;

/** Looks after every connection that is due: renews what ends soon, tries what nobody used for a day. */
@Injectable()
export class ConnectionSweep {
  private readonly access: ConnectionAccessRepository;
  private readonly checks: ConnectionCheckRepository;

  constructor(
    database: Database,
    private readonly planner: RenewalPlanner,
    private readonly checker: ConnectionChecker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.access = new ConnectionAccessRepository(database);
    this.checks = new ConnectionCheckRepository(database);
  }

  /** Batch after batch, until nothing is due, the time is up, or the signal says so. Several at once share the work. */
  async run(signal: AbortSignal): Promise<SweepOutcome> {
    const count = { refreshed: 0, failed: 0, tested: 0, postponed: 0 };
    const until = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
    while (!until.aborted) {
      const claimedUntil = new Date(Date.now() + CLAIM_MS);
      const ids = await this.checks.claimDue(BATCH, claimedUntil);
      if (ids.length === 0) return { ...count, more: false };
      const next = await this.checkBatch(await this.access.findMany(ids), count, until);
      await this.checks.reschedule(next, claimedUntil);
    }
    return { ...count, more: true };
  }

  private async checkBatch(batch: readonly FoundConnection[], count: Count, until: AbortSignal): Promise<NextCheck[]> {
    const next: NextCheck[] = [];
    const keyOf = (found: FoundConnection): string => this.planner.plan(found)?.host ?? found.integration.provider;
    await inFairTurns(batch, { atOnce: AT_ONCE, perKey: PER_HOST, keyOf }, async (found) => {
      const { id } = found.connection;
      if (until.aborted) return void next.push({ connectionId: id, at: new Date() });
      const { kind, nextCheckAt } = await this.check(found);
      Object.assign(count, { [kind]: count[kind] + 1 });
      if (nextCheckAt !== undefined) next.push({ connectionId: id, at: nextCheckAt });
    });
    return next;
  }

  /** One that fails inside the gateway stops no other; its claim runs out, and it is looked at again. */
  private async check(found: FoundConnection): Promise<CheckedConnection> {
    try {
      return await this.checker.check(found);
    } catch (error) {
      this.logger.warn({ err: error, connection: found.connection.id }, 'A connection could not be looked after.');
      return { kind: 'failed' };
    }
  }
}
