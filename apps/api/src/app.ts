import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@svc/config';
import { MAX_IDENTIFIER_LENGTH } from '@svc/contracts';
import { randomUUID } from 'node:crypto';
import { AppModule } from './app.module.js';

/** An identifier of 255 characters may be percent-encoded to three times as many, or nine for each character beyond ASCII. */
const MAX_PARAMETER_LENGTH = MAX_IDENTIFIER_LENGTH * 9;

/** Builds the API without listening, so that tests can bring it up on a port of their own. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: true },
    bodyLimit: 75 * 1024 * 1024,
    genReqId: () => randomUUID(),
    requestIdHeader: 'x-request-id',
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.register(config), adapter, {
    bufferLogs: true,
    abortOnError: false,
    rawBody: false,
  });
  app.enableShutdownHooks();
  return app;
}
