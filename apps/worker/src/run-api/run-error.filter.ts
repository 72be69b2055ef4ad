import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER } from '@svc/domain';
import { AppError, unforeseenError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers every failure in the one envelope. */
@Catch()
export class RunErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const known = toAppError(error);
    const { code, status, traits } = known;
    const about = { requestId: request.id, runId: request.run?.runId, code, route: request.routeOptions.url };
    this.logger[traits.logLevel]({ ...about, ...(status >= 500 && { err: known.cause ?? known }) }, known.message);
    // A stream that fails half way cannot be answered any more.
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
    // Fastify asks to close the connection; a runner that is still sending would find it broken and never see the answer.
    if (code === 'body_too_large') reply.removeHeader('connection');
    void reply
      .code(status)
      .headers(known.details.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(known.toEnvelope(request.id));
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const origin = error instanceof HttpException ? (error.cause ?? error) : error;
  if (origin instanceof AppError) return origin;
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === 404) return new AppError('not_found', messageOf(error), { cause: error });
  if (status === 413)
    return new AppError('body_too_large', 'The body is larger than the run API takes: send less in one call.', {
      cause: error,
    });
  if (status !== undefined && status < 500) return new AppError('invalid_body', messageOf(error), { cause: error });
  return unforeseenError(error);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'The request is invalid.');

/** Fastify's own errors carry the status that they stand for. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
