import { loadRunnerConfig } from '@svc/config';
import { createLogger } from '@svc/observability';
import path from 'node:path';
import { Runner } from './runner.js';
import { findRuntimeFiles } from './supervisor/runtime-files.js';

/** Time that running functions have after a SIGTERM. A sync goes on from its last checkpoint elsewhere. */
const DRAIN_MS = 20_000;

const config = loadRunnerConfig();
const logger = createLogger({ name: 'runner', level: config.logs.level });
const files = findRuntimeFiles(path.join(import.meta.dirname, '../dist/runtime'));
const runner = new Runner({ config, files, logger });

const stop = (signal: string): void => {
  logger.info({ signal }, 'stopping: no new runs, waiting for those that run');
  void runner.stop(DRAIN_MS).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const address = await runner.start();
logger.info({ address }, 'ready');
