import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { runProxyRequestSchema, UPSTREAM_META_HEADER, type RunProxyRequest, type UpstreamMeta } from '@svc/contracts';
import { ProxyService, runProxyCall, type ProxyAnswer, type RunClaims } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline } from 'node:stream/promises';
import { CurrentRun } from './current-run.decorator.js';

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
    const hungUp = new AbortController();
    reply.raw.once('close', () => hungUp.abort());
    const answer = await this.proxy.forward(
      runProxyCall(body, {
        environmentId: run.environmentId,
        providerConfigKey: run.providerConfigKey,
        connectionId: run.connectionKey,
        requestId: request.id,
        operation: { id: run.operationId },
        signal: hungUp.signal,
      }),
    );
    await write(reply, answer);
  }
}

/** Streams the provider's answer. When it breaks off, the connection is cut: a clean end would make half of it look whole. */
async function write(reply: FastifyReply, answer: ProxyAnswer): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'application/octet-stream',
    [UPSTREAM_META_HEADER]: Buffer.from(JSON.stringify(metaOf(answer))).toString('base64'),
  });
  // Both sides are closed by then; there is nobody left to tell.
  await pipeline(answer.body, reply.raw).catch(() => undefined);
}

/** Names in lower case; a repeated header has all its values. */
function metaOf({ status, headers: raw }: ProxyAnswer): UpstreamMeta {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    values.set(name, [...(values.get(name) ?? []), raw[index + 1] ?? '']);
  }
  const headers = Object.fromEntries(
    [...values].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
  return { status, headers };
}
