import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FunctionJobRunner, LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { BackgroundLoop } from '../maintenance/background-loop.js';

/** Dry runs and deployments that a worker does at the same time. */
const AT_ONCE = 4;
const LOOK_EVERY_MS = 500;

/** Does what the API was asked for. Needs PostgreSQL and the runner, and no Temporal: somebody waits for the result. */
@Injectable()
export class FunctionJobLoops implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: BackgroundLoop[] = [];
  /** Loops that look or do a job right now. */
  private busy = 0;

  constructor(
    private readonly runner: FunctionJobRunner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = Array.from(
      { length: AT_ONCE },
      (_, place) =>
        new BackgroundLoop({
          name: 'function jobs',
          everyMs: LOOK_EVERY_MS,
          logger: this.logger,
          work: () => this.runNext(place),
        }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Looks only when the places before it could all be taken: a worker without jobs mostly asks PostgreSQL once per interval. */
  private async runNext(place: number): Promise<boolean> {
    if (this.busy < place) return false;
    this.busy += 1;
    try {
      return await this.runner.runNext();
    } finally {
      this.busy -= 1;
    }
  }
}
