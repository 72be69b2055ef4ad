import 'reflect-metadata';
import { loadConfig } from '@svc/config';
import { createApp } from './app.js';

try {
  const config = loadConfig();
  const app = await createApp(config);
  await app.listen(config.api.port, config.host);
} catch (error) {
  // Settings, a port in use, a database that does not answer: one sentence that says so, no stack.
  process.stderr.write(`api: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
