import 'reflect-metadata';
import { loadConfig } from '@svc/config';
import { createApp } from './app.js';

const config = loadConfig();
const app = await createApp(config);
await app.listen(config.api.port, config.host);
