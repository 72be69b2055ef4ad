import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER } from '@svc/domain';
import { redactUrl, type Logger } from '@svc/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from './to-app-error.js';

/** Answers every failure in the one envelope (D2), with the request's id in it (D21). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also used for failures before Nest's router. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toAppError(error);
    this.logger[known.traits.logLevel](
      {
        requestId: request.id,
        code: known.code,
        method: request.method,
        route: request.routeOptions.url ?? redactUrl(request.url),
        ...(known.status >= 500 && { err: known.cause ?? known }),
      },
      known.message,
    );
    // A stream that fails half way cannot be answered any more.
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
    // Fastify asks to close the connection; a caller who is still sending would find it broken and never see the answer.
    if (known.code === 'body_too_large') reply.removeHeader('connection');
    void reply
      .code(known.status)
      .headers(known.details.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(known.toEnvelope(request.id));
  }
}
