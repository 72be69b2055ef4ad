import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/** The run that calls, as its token names it. */
export const CurrentRun = createParamDecorator((_: undefined, context: ExecutionContext): RunClaims => {
  const { run } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!run) throw new AppError('invalid_run_token', 'This route needs a run token.');
  return run;
});
