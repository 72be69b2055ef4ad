import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { CONFIG, LOGGER } from '../core/core.tokens.js';
import type { InboundTarget } from './inbound-target.js';

const WINDOW_MS = 60_000;
/** What the log warns above (wire contract, section 1). */
const REMARKABLE = 4_000;

/** Counts the webhooks of each integration, minute by minute, and refuses what is too much where a limit is set. */
@Injectable()
export class IntakeRate {
  private counts = new Map<number, number>();
  private windowEndsAt = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError 429 `too_many_request` */
  take({ integration }: InboundTarget): void {
    const now = Date.now();
    if (now >= this.windowEndsAt) {
      this.counts = new Map();
      this.windowEndsAt = now - (now % WINDOW_MS) + WINDOW_MS;
    }
    const count = (this.counts.get(integration.id) ?? 0) + 1;
    this.counts.set(integration.id, count);
    const limit = this.config.webhooks.inboundPerMinute;
    if (limit > 0 && count > limit) throw tooMany(limit, this.windowEndsAt - now);
    if (count === REMARKABLE)
      this.logger.warn(
        { integration: integration.uniqueKey, environmentId: integration.environmentId },
        `More than ${REMARKABLE} webhooks came in for an integration within a minute.`,
      );
  }
}

const tooMany = (limit: number, waitMs: number): AppError =>
  new AppError(
    'too_many_request',
    `More than ${limit} webhooks in a minute for this integration: send it again later.`,
    {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    },
  );
