import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROXY_ROUTE } from '../proxy/proxy-routing.js';
import { Admission } from './admission.service.js';
import { applyBodyLimits } from './body-limits.js';
import { registerBodyParsers } from './body-parsers.js';
import { ConnectionDrain } from './connection-drain.service.js';
import { checkContentType } from './content-type-rule.js';
import { checkQuery } from './query-parser.js';
import { REQUEST_ID_HEADER } from './request-id.js';

/** Methods beyond those that Fastify knows, which clients of the proxy send (wire contract, section 7). */
const MORE_METHODS = ['PROPFIND', 'REPORT'];

/** What every answer carries unless it is a provider's own, which goes through unchanged. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** Headers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'Authorization',
  'Etag',
  'Content-Type',
  'Content-Length',
  'Link',
  'Location',
  'Retry-After',
  'X-Svc-Signature',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Action-Status',
  'X-Total-Count',
  REQUEST_ID_HEADER,
];

/** Headers of every answer, on the raw response, so that a route which writes to that itself sends them too. */
export function setOwnHeaders({ id, url }: FastifyRequest, { raw }: FastifyReply): void {
  raw.setHeader(REQUEST_ID_HEADER, id);
  if (url === PROXY_ROUTE) return;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) raw.setHeader(name, value);
}

/** What happens to every request before its route: ids, headers, admission, content type. Call before routes are registered. */
export function registerEdge(app: NestFastifyApplication): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const admission = app.get(Admission);
  const drain = app.get(ConnectionDrain);
  const logger = app.get<Logger>(LOGGER);
  for (const method of MORE_METHODS) fastify.addHttpMethod(method, { hasBody: true });
  registerBodyParsers(fastify);
  applyBodyLimits(fastify);
  app.enableCors({
    origin: '*',
    maxAge: 600,
    methods: [...fastify.supportedMethods],
    exposedHeaders: EXPOSED_HEADERS,
    strictPreflight: false,
  });
  fastify.addHook('onRoute', (route) => {
    // The answer to preflights, which the CORS plugin adds.
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { ...route.config, access: { kind: 'public' } };
  });
  fastify.addHook('onRequest', async (request, reply) => {
    setOwnHeaders(request, reply);
    if (request.is404) return admission.admitUnknownRoute(request, reply);
    await admission.admit(request, reply, request.routeOptions.config.access);
    checkQuery(request.query);
    checkContentType(request.url, request.headers['content-type']);
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    // Preflights are answered before the hook above.
    if (!reply.raw.hasHeader(REQUEST_ID_HEADER)) setOwnHeaders(request, reply);
    if (drain.connectionHeader) reply.raw.setHeader('Connection', drain.connectionHeader);
    return payload;
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id: requestId } = request;
    const durationMs = Math.round(reply.elapsedTime);
    logger.debug({ requestId, method, route: routeOptions.url, status: reply.statusCode, durationMs }, 'answered');
  });
}
