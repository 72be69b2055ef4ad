import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@svc/config';
import { LOGGER } from '@svc/domain';
import { toNestLogger, type Logger } from '@svc/observability';
import { randomUUID } from 'node:crypto';
import { WorkerModule } from './worker.module.js';

/** A save of records may have this many bytes (wire contract, section 16); proxied bodies fit as well. */
const BODY_LIMIT = 110 * 1024 * 1024;

/** Builds the worker without listening or polling, so that tests can bring it up on a port of their own. */
export async function createWorkerApp(config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: 'x-request-id',
  });
  // Records come as a line each; their text is what is stored.
  adapter
    .getInstance()
    .addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const app = await NestFactory.create<NestFastifyApplication>(WorkerModule.register(config), adapter, {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(toNestLogger(app.get<Logger>(LOGGER)));
  return app;
}
