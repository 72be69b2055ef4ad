import type { RunnerConfig } from '@svc/config';
import type { Logger } from '@svc/observability';
import type { FastifyInstance } from 'fastify';
import { ChildPool } from './supervisor/child-pool.js';
import { FunctionChild } from './supervisor/function-child.js';
import { createRunnerServer } from './supervisor/runner-server.js';
import type { RuntimeFiles } from './supervisor/runtime-files.js';
import { Watchdog } from './supervisor/watchdog.js';

export interface RunnerOptions {
  readonly config: Pick<RunnerConfig, 'host' | 'internal' | 'runner'>;
  readonly files: RuntimeFiles;
  readonly logger: Logger;
  /** How long a run may wait for a place before the caller is told to come back. */
  readonly maxWaitMs?: number;
}

const DEFAULT_MAX_WAIT_MS = 5000;
/** Share of a child's memory above which it gets no further runs. */
const SOFT_MEMORY_SHARE = 0.7;
/** After the grace time, runs are aborted and have so long to tell. */
const ABORT_MS = 2000;

/** The runner: an HTTP server over a pool of child processes. */
export class Runner {
  readonly pool: ChildPool;
  private readonly server: FastifyInstance;
  private readonly watchdog: Watchdog;

  constructor(private readonly options: RunnerOptions) {
    const { config, files, logger } = options;
    const { limits } = config.runner;
    this.pool = new ChildPool({
      maxChildren: limits.maxChildren,
      concurrencyPerChild: limits.concurrencyPerChild,
      softMemoryMb: limits.childMemoryMib * SOFT_MEMORY_SHARE,
      maxWaitMs: options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
      spawn: (events) => new FunctionChild({ files, internalUrl: config.internal.url, logger, ...events }),
    });
    this.watchdog = new Watchdog({ maxMemoryMb: limits.childMemoryMib, children: () => this.pool.all, logger });
    this.server = createRunnerServer({
      pool: this.pool,
      secret: config.internal.secret,
      logger,
      maxLimits: {
        wallTimeMs: limits.maxWallTimeMs,
        cpuTimeMs: limits.maxCpuTimeMs,
        memoryMb: limits.isolateMemoryMib,
      },
    });
  }

  /** Resolves with the address that the server listens on. */
  async start(): Promise<string> {
    const { host, runner } = this.options.config;
    this.pool.warmUp();
    this.watchdog.start();
    return this.server.listen({ host, port: runner.port });
  }

  /** Takes no more runs, waits for those that run, aborts what is left, and ends every process. */
  async stop(graceMs: number): Promise<void> {
    const drained = this.pool.drain();
    await Promise.race([drained, after(graceMs)]);
    this.pool.abortAll('shutdown');
    await Promise.race([drained, after(ABORT_MS)]);
    this.pool.stop();
    this.watchdog.stop();
    await this.server.close();
  }
}

const after = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs).unref());
