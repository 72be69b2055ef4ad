import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@svc/config';
import { createWorkerApp } from './app.js';
import { TemporalWorkers } from './temporal/temporal-workers.service.js';

let app: NestFastifyApplication | undefined;
try {
  const config = loadConfig();
  app = await createWorkerApp(config);
  app.enableShutdownHooks();
  await app.listen(config.internal.port, config.host);
  // Ends when the process is told to stop; whatever else ends it is a failure.
  await app.get(TemporalWorkers).run();
} catch (error) {
  // Settings, a port in use, no workflow bundle: one sentence that says so, no stack.
  process.stderr.write(`worker: ${error instanceof Error ? error.message : String(error)}\n`);
  await app?.close();
  process.exit(1);
}
