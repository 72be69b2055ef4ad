import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DryRunAnswers } from './dry-run-answers.service.js';

/** What a dry run reads, the handlers of the real thing answer; what it calls outside happens. */
const REAL = new Set([
  'GET /run/scripts/:hash',
  'GET /run/connection',
  'GET /run/integration',
  'GET /run/environment-variables',
  'POST /run/proxy',
  'POST /run/fetch',
  'POST /run/actions/trigger',
  'POST /run/records/read',
  'GET /run/records/place',
]);

/** Keeps dry runs from writing: a write is noted for the run's result, and answered as if it had happened. */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly answers: DryRunAnswers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { run } = request;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    if (!run?.isDryRun || REAL.has(route)) return next.handle();
    const answer = this.answers.find(route);
    if (!answer) throw notInDryRun();
    const { body, query } = request;
    return from(answer({ run, body, query, real: () => lastValueFrom(next.handle()) }));
  }
}

const notInDryRun = (): AppError =>
  new AppError('invalid_request', 'A dry run cannot do this. Test it with the function deployed.');
