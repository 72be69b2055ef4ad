import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, WorkerProcessRepository } from '@svc/database';
import { LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { randomUUID } from 'node:crypto';
import { BackgroundLoop } from '../maintenance/background-loop.js';

const BEAT_EVERY_MS = 2_000;

/** This process among the workers: while it beats, the others leave its slices alone. */
@Injectable()
export class WorkerProcess implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** New with each start, so that a process that was restarted does not pass for the one that died. */
  readonly id = randomUUID();
  private readonly processes: WorkerProcessRepository;
  private loop: BackgroundLoop | undefined;

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.processes = new WorkerProcessRepository(database);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.processes.beat(this.id);
    this.loop = new BackgroundLoop({
      name: 'heartbeat of the process',
      everyMs: BEAT_EVERY_MS,
      work: () => this.processes.beat(this.id),
      logger: this.logger,
    });
  }

  /** Comes after the activities have ended: until then the process is alive. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop?.stop();
    await this.processes.remove(this.id);
    await this.processes.removeForgotten();
  }
}
