import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers every failure in the one envelope (D2). What nobody foresaw is 500 with an id that the log has too. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also used by Fastify's own error handler, for failures before Nest's router. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toAppError(error);
    this.logger[known.traits.logLevel]({ requestId: request.id, code: known.code, err: known.cause ?? known, method: request.method, route: request.routeOptions.url }, known.message);
    void reply
      .code(known.status)
      .headers(known.details.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(known.toEnvelope(request.id));
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException && error.getStatus() === 404) return new AppError('not_found', error.message);
  const id = randomUUID();
  return new AppError('generic_error_support', `Something failed inside the gateway. Quote this id to its operator: ${id}`, { payload: id, cause: error });
}
