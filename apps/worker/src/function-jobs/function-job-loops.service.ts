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

  constructor(
    private readonly runner: FunctionJobRunner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = Array.from(
      { length: AT_ONCE },
      () =>
        new BackgroundLoop({
          name: 'function jobs',
          everyMs: LOOK_EVERY_MS,
          logger: this.logger,
          work: () => this.runner.runNext(),
        }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
