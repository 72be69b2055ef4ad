import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccountCaller, EnvironmentCaller, SessionCaller } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/** The environment key that calls. Only on routes with `EnvironmentAccess`. */
export const CurrentEnvironment = createParamDecorator((_: undefined, context: ExecutionContext): EnvironmentCaller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller?.kind !== 'environment') throw new AppError('forbidden', 'This route needs a key of an environment.');
  return caller;
});

/** The account key that calls. Only on routes with `AccountAccess`. */
export const CurrentAccount = createParamDecorator((_: undefined, context: ExecutionContext): AccountCaller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller?.kind !== 'account') throw new AppError('forbidden', 'This route needs a key of an account.');
  return caller;
});

/** The session that calls. Only on routes with `SessionAccess`. */
export const CurrentSession = createParamDecorator((_: undefined, context: ExecutionContext): SessionCaller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller?.kind !== 'session') throw new AppError('forbidden', 'This route needs the token of a connect session.');
  return caller;
});

/** Who calls within an environment. Only on routes with `EnvironmentOrSessionAccess`. */
export const CurrentEnvironmentOrSession = createParamDecorator(
  (_: undefined, context: ExecutionContext): EnvironmentCaller | SessionCaller => {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!caller || caller.kind === 'account')
      throw new AppError('forbidden', 'This route needs a key of an environment, or the token of a connect session.');
    return caller;
  },
);
