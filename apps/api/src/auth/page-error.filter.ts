import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOGGER, toConnectFailure } from '@svc/domain';
import type { Logger } from '@svc/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from '../edge/to-app-error.js';
import { PageAnswers } from './page-answers.service.js';

/** Shows failures as a page where a person looks at the answer. */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: PageAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const known = toAppError(error);
    const { code, message } = known;
    this.logger[known.traits.logLevel](
      { requestId: request.id, code, route: request.routeOptions.url, ...(known.status >= 500 && { err: error }) },
      message,
    );
    const status = known.status >= 500 ? known.status : 400;
    const outcome = { kind: 'failed', failure: toConnectFailure(known) } as const;
    await this.pages.send(request, http.getResponse<FastifyReply>(), { status, outcome });
  }
}
