import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/** A route that reads no query takes none: a mistyped or misplaced parameter must not be ignored (wire contract, section 1). */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  private readonly readers = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(Object(request.query));
    // Browsers, load balancers and providers add parameters of their own to public addresses.
    if (names.length === 0 || request.routeOptions.config.access?.kind === 'public') return true;
    if (this.readsQuery(context)) return true;
    throw new AppError('invalid_query_params', `${names[0]}: this route takes no query parameters.`, {
      errors: names.map((name) => ({
        code: 'unrecognized_keys',
        message: `Unrecognized key: "${name}"`,
        path: [name],
      })),
    });
  }

  private readsQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.readers.get(handler);
    if (known !== undefined) return known;
    const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name);
    const reads = Object.keys(Object(parameters)).some((key) =>
      [RouteParamtypes.QUERY, RouteParamtypes.REQUEST].some((type) => key.startsWith(`${type}:`)),
    );
    this.readers.set(handler, reads);
    return reads;
  }
}
