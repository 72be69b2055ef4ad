import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { TemporalClient } from '@svc/temporal';
import { BackgroundLoop } from './background-loop.js';
import { MAINTENANCE_TASKS, type MaintenanceTask } from './maintenance-task.js';

/** Repeats the maintenance tasks, so that PostgreSQL and Temporal agree in the end. */
@Injectable()
export class MaintenanceLoops implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: BackgroundLoop[] = [];
  private isReachable = true;

  constructor(
    @Inject(MAINTENANCE_TASKS) private readonly tasks: readonly MaintenanceTask[],
    private readonly temporal: TemporalClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = this.tasks.map(
      ({ name, everyMs, run }) =>
        new BackgroundLoop({ name, everyMs, logger: this.logger, work: () => this.round(run) }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** While Temporal is away there is nothing to be done here, and asking piece by piece would take long to find out. */
  private async round(run: MaintenanceTask['run']): Promise<boolean> {
    this.noteReachable(await this.temporal.isReachable());
    return this.isReachable && (await run()) === true;
  }

  private noteReachable(isReachable: boolean): void {
    if (isReachable === this.isReachable) return;
    this.isReachable = isReachable;
    if (isReachable) this.logger.info('Temporal answers again.');
    else
      this.logger.warn(
        'Temporal gives no answer. Syncs are not started meanwhile; what is decided is kept and done once it is back.',
      );
  }
}
