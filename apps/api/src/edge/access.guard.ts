import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { ACCESS_RULE, type AccessRule } from './access.decorator.js';
import { RequestAuthorizer } from './request-authorizer.service.js';

/** Applies each route's {@link AccessRule}. A route without one is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: RequestAuthorizer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [context.getHandler(), context.getClass()]);
    if (!rule) throw new AppError('forbidden', 'This route has no access rule.');
    await this.authorizer.authorize(context.switchToHttp().getRequest<FastifyRequest>(), rule);
    return true;
  }
}
