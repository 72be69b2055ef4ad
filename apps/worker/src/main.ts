import 'reflect-metadata';
import { loadConfig } from '@svc/config';
import { LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { createWorkerApp } from './app.js';
import { TemporalWorkers } from './temporal/temporal-workers.service.js';

const config = loadConfig();
const app = await createWorkerApp(config);
app.enableShutdownHooks();
await app.listen(config.internal.port, config.host);

try {
  // Ends when the process is told to stop; whatever else ends it is a failure.
  await app.get(TemporalWorkers).run();
} catch (error) {
  app.get<Logger>(LOGGER).fatal({ err: error }, 'The Temporal workers failed.');
  process.exitCode = 1;
  await app.close();
  process.exit();
}
