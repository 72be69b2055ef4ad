import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { runProxyRequestSchema, type RunProxyRequest } from '@svc/contracts';
import { ProxyService, runProxyCall, type RunClaims } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentRun } from './current-run.decorator.js';
import { hangUpOf, writeUpstreamAnswer } from './upstream-answer.js';

/** Calls of functions to the provider, with the connection's credentials. */
@Controller('run/proxy')
export class RunProxyController {
  constructor(private readonly proxy: ProxyService) {}

  @Post()
  async forward(
    @CurrentRun() run: RunClaims,
    @Body({ schema: runProxyRequestSchema }) body: RunProxyRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.proxy.forward(
      runProxyCall(body, {
        environmentId: run.environmentId,
        providerConfigKey: run.providerConfigKey,
        connectionId: run.connectionKey,
        requestId: request.id,
        operation: { id: run.operationId },
        signal: hangUpOf(reply),
      }),
    );
    await writeUpstreamAnswer(reply, answer);
  }
}
