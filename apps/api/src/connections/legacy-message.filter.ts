import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorEnvelope } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '../edge/error.filter.js';
import { toAppError } from '../edge/to-app-error.js';

/** Adds the top-level `message` that two error bodies of the deprecated `GET /connection/{id}` have (D2). */
@Catch()
export class LegacyMessageFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorFilter) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.errors.answer(
      new MessageAtTop(toAppError(error)),
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
    );
  }
}

class MessageAtTop extends AppError {
  constructor({ code, message, details }: AppError) {
    super(code, message, details);
  }

  override toEnvelope(requestId?: string): ErrorEnvelope & { message: string } {
    return { message: this.message, ...super.toEnvelope(requestId) };
  }
}
