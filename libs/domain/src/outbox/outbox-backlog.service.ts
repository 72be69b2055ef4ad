import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, TemporalCommandRepository } from '@svc/database';
import { GatewayMetrics, type Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';

/** From here on the log tells how far Temporal is behind; fewer commands are gone before anybody has read it. */
const WORTH_TELLING = 100;

/** How far Temporal is behind what was decided. */
@Injectable()
export class OutboxBacklog implements OnModuleInit {
  private readonly commands: TemporalCommandRepository;
  private told: { readonly waiting: number; readonly at: number } | undefined;

  constructor(
    database: Database,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.commands = new TemporalCommandRepository(database);
  }

  onModuleInit(): void {
    this.metrics.lookUp({
      name: 'gateway_temporal_commands_waiting',
      help: 'Commands of the outbox that Temporal has not confirmed yet.',
      look: async () => (await this.commands.backlog()).waiting,
    });
    this.metrics.lookUp({
      name: 'gateway_temporal_commands_oldest_seconds',
      help: 'Age of the oldest command of the outbox.',
      look: async () => (await this.commands.backlog()).oldestSeconds,
    });
  }

  /** Writes to the log how a large change comes along, such as the schedules of a deploy to thousands of connections. */
  async tellProgress(now = Date.now()): Promise<void> {
    const { waiting } = await this.commands.backlog();
    const before = this.told;
    if (waiting < WORTH_TELLING && !before) return;
    this.told = waiting < WORTH_TELLING ? undefined : { waiting, at: now };
    if (!this.told) return this.logger.info({ waiting }, 'Temporal has caught up with what was decided.');
    const perSecond = before ? Math.max(0, ((before.waiting - waiting) / (now - before.at)) * 1000) : undefined;
    this.logger.info(
      {
        waiting,
        ...(perSecond !== undefined && { perSecond: Math.round(perSecond) }),
        ...(perSecond && { secondsLeft: Math.ceil(waiting / perSecond) }),
      },
      'Temporal is being brought up to what was decided.',
    );
  }
}
