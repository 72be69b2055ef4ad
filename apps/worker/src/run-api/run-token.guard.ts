import { Injectable, SetMetadata, type CanActivate, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RunTokens, type RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the run token has been checked. */
    run?: RunClaims;
  }
}

const NO_RUN = 'gateway:no-run';
const BEARER = 'Bearer ';

/** A route that needs no run token. */
export const WithoutRun = (): CustomDecorator => SetMetadata(NO_RUN, true);

/** Lets a running function in by its token, and nobody else. */
@Injectable()
export class RunTokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: RunTokens,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<boolean | undefined>(NO_RUN, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers.authorization ?? '';
    if (!header.startsWith(BEARER))
      throw new AppError('invalid_run_token', 'Send the run token as "Authorization: Bearer <token>".');
    request.run = this.tokens.verify(header.slice(BEARER.length));
    return true;
  }
}
