import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { ACCESS_RULE, type AccessRule } from './access.decorator.js';
import { isOfKind, neededBy } from './caller-kind.js';

/** The second lock: a route without a rule, or a caller that the edge did not let in by it, is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    if (!rule) throw new AppError('forbidden', 'This route has no access rule.');
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (rule.kind !== 'public' && !isOfKind(caller, rule)) {
      throw new AppError('forbidden', `This route needs ${neededBy(rule)}.`);
    }
    return true;
  }
}
