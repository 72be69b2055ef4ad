import { All, Body, Controller, Req, Res } from '@nestjs/common';
import type { AsyncAction, TriggerActionHeaders } from '@svc/contracts';
import type { EnvironmentCaller, RecordPageBody } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TriggerHeaders } from '../actions/trigger-headers.decorator.js';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';
import { signalOf } from '../edge/signal-of.js';
import { EndpointCalls } from './endpoint-calls.service.js';

const PREFIX = '/v1';

/** Endpoints that functions declare; deprecated (wire contract, section 10). Which scope is needed depends on the endpoint. */
@Controller('v1')
export class EndpointsController {
  constructor(private readonly endpoints: EndpointCalls) {}

  @All('*')
  @EnvironmentAccess()
  async call(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @TriggerHeaders() headers: TriggerActionHeaders,
    @Body() body: unknown,
    @Req() { method, url, query }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | RecordPageBody | AsyncAction> {
    const path = pathOf(url);
    const signal = signalOf(reply);
    const call = { caller, connection, headers, method, path, query: { ...Object(query) }, body, signal };
    const answer = await this.endpoints.call(call);
    void reply.code(200).type('application/json; charset=utf-8');
    if (answer.kind === 'records') return answer.json;
    if (answer.kind === 'done') return answer.outputJson;
    void reply.code(202).header('Location', answer.action.statusUrl);
    return answer.action;
  }
}

const pathOf = (url: string): string =>
  new URL(url, 'http://gateway').pathname.slice(PREFIX.length).replace(/\/+$/, '');
