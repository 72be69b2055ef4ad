import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { triggerActionHeadersSchema, type TriggerActionHeaders } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/** How an action is to be run; 400 `invalid_headers` lists what is wrong. */
export const TriggerHeaders = createParamDecorator((_: undefined, context: ExecutionContext): TriggerActionHeaders => {
  const parsed = triggerActionHeadersSchema.safeParse(context.switchToHttp().getRequest<FastifyRequest>().headers);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ code, message, path }) => ({ code, message, path: path.map(String) }));
  const [first] = errors;
  throw new AppError('invalid_headers', `${first?.path.join('.')}: ${first?.message}`, { errors });
});
