import { Body, Controller, Post, Res } from '@nestjs/common';
import { runFetchRequestSchema, type RunFetchRequest } from '@svc/contracts';
import { RunMasks, UncontrolledFetch, type RunClaims } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { CurrentRun } from './current-run.decorator.js';
import { hangUpOf, writeUpstreamAnswer } from './upstream-answer.js';

/** Calls of functions to any address, without credentials. */
@Controller('run/fetch')
export class RunFetchController {
  constructor(
    private readonly outside: UncontrolledFetch,
    private readonly masks: RunMasks,
  ) {}

  @Post()
  async fetch(
    @CurrentRun() { operationId, environmentId, providerConfigKey, connectionKey: connectionId }: RunClaims,
    @Body({ schema: runFetchRequestSchema }) request: RunFetchRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const hungUp = hangUpOf(reply);
    const mask = await this.masks.of({ environmentId, providerConfigKey, connectionId });
    await writeUpstreamAnswer(reply, await this.outside.send(request, { operationId, mask }, hungUp));
  }
}
