import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Config } from '@svc/config';
import { TASK_QUEUES } from '@svc/contracts/workflows';
import { CONFIG, LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { connectionOptions } from '@svc/temporal';
import { NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ACTIVITIES, type ActivitySet } from './activities.js';
import { runtimeLogger } from './runtime-logger.js';
import { ThreadSharingWorker } from './thread-sharing-worker.js';
import { workerOptions } from './worker-options.js';

/** Made by `scripts/bundle-workflows.mjs`. */
const BUNDLE = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;

/** The workers of every task queue that has activities, over one connection. */
@Injectable()
export class TemporalWorkers implements OnModuleDestroy {
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ACTIVITIES) private readonly activities: ActivitySet,
  ) {}

  /** Works until the process is told to stop. Rejects when the workers cannot go on, such as without a workflow bundle. */
  async run(): Promise<void> {
    this.running = this.work();
    await this.running;
    if (!this.stop.signal.aborted) throw new Error('The Temporal workers ended although nobody told them to.');
  }

  /** Takes no new tasks, lets what is short end, hands the rest back, and waits for it; the run API still answers meanwhile. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    // Whoever called run() hears of the failure.
    await this.running.catch(() => undefined);
  }

  private async work(): Promise<void> {
    await access(BUNDLE).catch(() => {
      throw new Error(`There is no workflow bundle at ${BUNDLE}: run "npm run build".`);
    });
    Runtime.install({
      shutdownSignals: [],
      logger: runtimeLogger(this.logger),
      telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
    });
    const connection = await this.connect();
    if (!connection) return;
    try {
      await this.runWorkers(connection);
    } finally {
      await connection.close();
    }
  }

  private async runWorkers(connection: NativeConnection): Promise<void> {
    const workers = await this.createWorkers(connection);
    const shutDown = (): void =>
      workers.filter((worker) => worker.getState() === 'RUNNING').forEach((worker) => worker.shutdown());
    const runs = workers.map((worker) => worker.run());
    this.stop.signal.addEventListener('abort', shutDown);
    if (this.stop.signal.aborted) shutDown();
    const { address, namespace } = this.config.temporal;
    this.logger.info({ address, namespace }, 'Polling Temporal.');
    try {
      await Promise.all(runs);
    } finally {
      // One that failed takes the others along: a process that works on half of the queues looks healthy and is not.
      shutDown();
      await Promise.allSettled(runs);
    }
  }

  private async createWorkers(connection: NativeConnection): Promise<Worker[]> {
    const { namespace } = this.config.temporal;
    const workflowBundle = { codePath: BUNDLE };
    const used = Object.values(TASK_QUEUES).flatMap((queue) => {
      const activities = this.activities[queue];
      return activities ? [{ ...workerOptions(queue), activities }] : [];
    });
    return await Promise.all(
      used.map((options) => ThreadSharingWorker.create({ ...options, connection, namespace, workflowBundle })),
    );
  }

  /** Tries until Temporal answers. Undefined when told to stop before. */
  private async connect(): Promise<NativeConnection | undefined> {
    for (let waitMs = FIRST_RETRY_MS; !this.stop.signal.aborted; waitMs = Math.min(LONGEST_RETRY_MS, waitMs * 2)) {
      try {
        return await NativeConnection.connect(connectionOptions(this.config.temporal));
      } catch (error) {
        this.logger.warn(
          { err: error, address: this.config.temporal.address, waitMs },
          'Temporal cannot be reached yet.',
        );
        await delay(waitMs, undefined, { signal: this.stop.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}
