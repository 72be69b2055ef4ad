import { Body, Controller, Post, Res } from '@nestjs/common';
import { runFetchRequestSchema, type RunFetchRequest } from '@svc/contracts';
import { UncontrolledFetch, type RunClaims } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { CurrentRun } from './current-run.decorator.js';
import { hangUpOf, writeUpstreamAnswer } from './upstream-answer.js';

/** Calls of functions to any address, without credentials. */
@Controller('run/fetch')
export class RunFetchController {
  constructor(private readonly outside: UncontrolledFetch) {}

  @Post()
  async fetch(
    @CurrentRun() { operationId }: RunClaims,
    @Body({ schema: runFetchRequestSchema }) request: RunFetchRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await writeUpstreamAnswer(reply, await this.outside.send(request, operationId, hangUpOf(reply)));
  }
}
