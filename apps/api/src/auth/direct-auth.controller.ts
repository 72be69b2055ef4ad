import { Body, Controller, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  connectParamsSchema,
  DIRECT_ROUTES,
  directQuerySchema,
  type Connected,
  type ConnectParams,
  type DirectQuery,
  type DirectRoute,
} from '@svc/contracts';
import { DirectConnect, type SessionCaller } from '@svc/domain';
import { AppError, invalidBody, toErrorIssue } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signalOf } from '../edge/signal-of.js';
import { SessionAccess } from '../edge/access.decorator.js';
import { CurrentSession } from '../edge/caller.decorator.js';

const PATHS = DIRECT_ROUTES.map(({ path }) => `${path}/:providerConfigKey`);

/** Takes typed-in credentials, a route for each auth mode (wire contract, section 6). */
@Controller()
export class DirectAuthController {
  constructor(private readonly direct: DirectConnect) {}

  @Post(PATHS)
  @HttpCode(200)
  @SessionAccess('query')
  async connect(
    @CurrentSession() { session }: SessionCaller,
    @Param({ schema: connectParamsSchema }) { providerConfigKey }: ConnectParams,
    @Query({ schema: directQuerySchema }) { params = {} }: DirectQuery,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Connected> {
    const route = routeOf(request);
    const input = parse(route, body);
    return await this.direct.connect({ session, providerConfigKey, route, input, params, gone: signalOf(reply) });
  }
}

function routeOf({ routeOptions: { url } }: FastifyRequest): DirectRoute {
  const route = DIRECT_ROUTES[PATHS.findIndex((path) => url === `/${path}`)];
  if (!route) throw new AppError('not_found', 'No route takes credentials here.');
  return route;
}

function parse({ body: schema }: DirectRoute, body: unknown): Readonly<Record<string, unknown>> {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data ?? {};
  throw invalidBody(...error.issues.map(toErrorIssue));
}
