import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, RateLimitRepository, type RateLimitDelta } from '@svc/database';
import { CONFIG, LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { RateWindows } from './rate-windows.js';

/** Length of the fixed window (D17). */
export const WINDOW_SECONDS = 60;
const SUM_INTERVAL_MS = 1_000;

/** What the limit says about one request. */
export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** End of the window, Unix time in seconds. */
  readonly resetAt: number;
}

/**
 * Fixed window per account (D17). Requests are counted in this process and summed over all processes through PostgreSQL once a
 * second. While PostgreSQL is away each process goes on counting for itself: the limiter never refuses because it failed.
 */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  readonly limit: number;
  private readonly windows = new RateWindows();
  private readonly repository: RateLimitRepository;
  private timer: NodeJS.Timeout | undefined;
  private isSumming = false;

  constructor(
    @Inject(CONFIG) config: Config,
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limit = config.api.rateLimitPerMinute;
    this.repository = new RateLimitRepository(database);
  }

  get isEnabled(): boolean {
    return this.limit > 0;
  }

  /** Counts a request of an account; `bucket` names it. */
  takeShared(bucket: string): RateVerdict {
    this.timer ??= setInterval(() => void this.sum(), SUM_INTERVAL_MS).unref();
    return this.verdict(this.windows.add(bucket, 1, nowSeconds(), true));
  }

  /** Counts a request of nobody known, in this process only: addresses are too many to share. */
  takeLocal(bucket: string, cost: number): RateVerdict {
    return this.verdict(this.windows.add(bucket, cost, nowSeconds(), false));
  }

  /** Adds what this process counted to the sum of all, and learns that sum. */
  async sum(): Promise<void> {
    const deltas: RateLimitDelta[] = this.windows.takeDeltas(nowSeconds());
    if (this.isSumming || deltas.length === 0) return this.windows.giveBack(this.isSumming ? deltas : []);
    this.isSumming = true;
    try {
      this.windows.learn(await this.repository.add(deltas));
      await this.repository.prune(nowSeconds() - 2 * WINDOW_SECONDS);
    } catch (error) {
      this.windows.giveBack(deltas);
      this.logger.warn({ err: error }, 'The rate limit counts this process alone until PostgreSQL answers.');
    } finally {
      this.isSumming = false;
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private verdict({ count, windowStart }: { count: number; windowStart: number }): RateVerdict {
    return {
      isAllowed: count <= this.limit,
      limit: this.limit,
      remaining: Math.max(0, this.limit - count),
      resetAt: windowStart + WINDOW_SECONDS,
    };
  }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
