import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { ProxyService } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { METHODS } from 'node:http';
import type { AccessRule } from '../edge/access.decorator.js';
import { ErrorFilter } from '../edge/error.filter.js';
import { proxyCallOf } from './proxy-call-of.js';
import { proxyFailure } from './proxy-failure.js';
import { PROXY_ROUTE } from './proxy-routing.js';
import { writeProxyAnswer } from './write-proxy-answer.js';

const ACCESS: AccessRule = { kind: 'environment', anyOf: ['environment:proxy'] };

/** OPTIONS is answered by CORS. TRACE would show the injected credentials. CONNECT is no request of this kind. */
const NOT_PROXIED = new Set(['OPTIONS', 'TRACE', 'CONNECT']);
const PROXIED = METHODS.filter((method) => !NOT_PROXIED.has(method));

/**
 * The proxy's route, outside Nest's router: bodies of any type and size stream through without being parsed, and every
 * method that the HTTP parser knows is passed on.
 */
@Injectable()
export class ProxyRoutes implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly proxy: ProxyService,
    private readonly errors: ErrorFilter,
  ) {}

  onModuleInit(): void {
    const fastify: FastifyInstance = this.adapterHost.httpAdapter.getInstance();
    for (const method of METHODS) {
      if (method !== 'CONNECT' && !fastify.supportedMethods.includes(method))
        fastify.addHttpMethod(method, { hasBody: true });
    }
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.setErrorHandler((error, request, reply) => this.errors.answer(error, request, reply));
      scope.route({
        method: PROXIED,
        url: PROXY_ROUTE,
        exposeHeadRoute: false,
        config: { access: ACCESS },
        handler: (request, reply) => this.handle(request, reply),
      });
      scope.route({ method: 'TRACE', url: PROXY_ROUTE, config: { access: ACCESS }, handler: refuseTrace });
    });
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller } = request;
    if (caller?.kind !== 'environment') throw new AppError('forbidden', 'The proxy needs a key of an environment.');
    const gone = new AbortController();
    // Every response closes; aborting the finished ones would cost more than the rest of this function.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    try {
      const answer = await this.proxy.forward(proxyCallOf(request, caller, gone.signal));
      writeProxyAnswer(reply, answer);
    } catch (error) {
      if (gone.signal.aborted) return void reply.hijack();
      throw proxyFailure(error);
    }
  }
}

function refuseTrace(): never {
  throw new AppError('method_not_allowed', 'TRACE is not proxied: its answer would show the injected credentials.', {
    headers: { Allow: PROXIED.join(', ') },
  });
}
