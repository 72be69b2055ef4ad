import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@svc/config';
import { MAX_IDENTIFIER_LENGTH } from '@svc/contracts';
import { LOGGER } from '@svc/domain';
import { toNestLogger, type Logger } from '@svc/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { isSocketRequest } from './connect/socket-request.js';
import { DEFAULT_BODY_LIMIT } from './edge/body-limits.js';
import { answerClientError } from './edge/client-error.js';
import { registerEdge } from './edge/edge-hooks.js';
import { parseQuery } from './edge/query-parser.js';
import { requestIdOf } from './edge/request-id.js';
import { routerRefusal, type RouterRefusal } from './edge/router-refusal.js';
import { routedUrl } from './proxy/proxy-routing.js';

/** An identifier of 255 characters may be percent-encoded to three times as many, or nine for each character beyond ASCII. */
const MAX_PARAMETER_LENGTH = MAX_IDENTIFIER_LENGTH * 9;

/** Builds the API without listening, so that tests can bring it up on a port of their own. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  // Filled once Nest has made it; the router needs it before.
  const edge: { refuse?: RouterRefusal } = {};
  const adapter = new FastifyAdapter({
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    rewriteUrl: routedUrl,
    trustProxy: config.api.trustedProxies.length > 0 && [...config.api.trustedProxies],
    bodyLimit: DEFAULT_BODY_LIMIT,
    http: { shouldUpgradeCallback: isSocketRequest(config.api.websocketsPath) },
    genReqId: requestIdOf,
    requestIdHeader: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      edge.refuse?.(error, request, reply),
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.register(config), adapter, {
    bufferLogs: true,
    abortOnError: false,
    bodyParser: false,
  });
  app.useLogger(toNestLogger(app.get<Logger>(LOGGER)));
  edge.refuse = routerRefusal(app);
  registerEdge(app);
  app.enableShutdownHooks();
  return app;
}
