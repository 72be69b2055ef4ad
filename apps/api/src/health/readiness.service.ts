import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, MigrationRepository } from '@svc/database';
import { CONFIG } from '@svc/domain';
import { AppError } from '@svc/errors';
import { TemporalClient } from '@svc/temporal';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_TIMEOUT_MS = 1_000;

/** `degraded`: the API works without it, though not all that it offers does. */
type Health = 'ok' | 'degraded';

/** Body of `GET /ready`, status 200. */
export interface Readiness {
  readonly result: 'ok';
  readonly checks: {
    readonly postgres: 'ok';
    readonly migrations: 'ok';
    readonly temporal: Health;
    readonly runner: Health;
  };
}

/** Whether this process can take requests: PostgreSQL and its schema decide, Temporal and runner are shown (rule 12). */
@Injectable()
export class ReadinessService {
  private readonly migrations: MigrationRepository;
  private isMigrated = false;

  constructor(
    private readonly database: Database,
    private readonly temporal: TemporalClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.migrations = new MigrationRepository(database);
  }

  /** @throws {AppError} `service_unavailable` when PostgreSQL gives no answer or its schema is older than this build. */
  async check(): Promise<Readiness> {
    const [temporal, runner] = await Promise.all([this.checkTemporal(), this.checkRunner(), this.checkDatabase()]);
    return { result: 'ok', checks: { postgres: 'ok', migrations: 'ok', temporal, runner } };
  }

  private async checkDatabase(): Promise<void> {
    const checks = { postgres: 'failed', migrations: 'unknown' };
    const pending = await within(CHECK_TIMEOUT_MS * 2, this.readPending()).catch((cause: unknown) => {
      throw new AppError('service_unavailable', 'PostgreSQL gives no answer: check DATABASE_URL and the server.', {
        payload: { checks },
        cause,
      });
    });
    if (pending.length === 0) return;
    throw new AppError(
      'service_unavailable',
      `The database lacks migrations: ${pending.join(', ')}. Run scripts/migrate.mjs.`,
      {
        payload: { checks: { postgres: 'ok', migrations: 'pending' } },
      },
    );
  }

  private async readPending(): Promise<string[]> {
    if (this.isMigrated) {
      await this.database.query('SELECT 1');
      return [];
    }
    const pending = await this.migrations.listPending();
    this.isMigrated = pending.length === 0;
    return pending;
  }

  private async checkTemporal(): Promise<Health> {
    return (await this.temporal.isReachable(CHECK_TIMEOUT_MS)) ? 'ok' : 'degraded';
  }

  private async checkRunner(): Promise<Health> {
    try {
      const answer = await fetch(`${this.config.runner.url}/health`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
      return answer.ok ? 'ok' : 'degraded';
    } catch {
      return 'degraded';
    }
  }
}

/** A database that hangs is one that gives no answer. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
