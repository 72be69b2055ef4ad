import { Body, Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  actionPathSchema,
  triggerActionBodySchema,
  type ActionPath,
  type AsyncAction,
  type TriggerActionBody,
  type TriggerActionHeaders,
} from '@svc/contracts';
import { ActionResults, ActionTriggers, type EnvironmentCaller } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';
import { TriggerHeaders } from './trigger-headers.decorator.js';
import { signalOf } from '../edge/signal-of.js';
import { preferredWaitMs } from './preferred-wait.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Triggers actions and answers with what they returned (wire contract, section 10). */
@Controller('action')
export class ActionsController {
  constructor(
    private readonly triggers: ActionTriggers,
    private readonly results: ActionResults,
  ) {}

  /** What the function returned is JSON text already and goes out as it is. */
  @Post('trigger')
  @HttpCode(200)
  @EnvironmentAccess('environment:actions:execute')
  async trigger(
    @CurrentEnvironment() { environmentId, environmentName }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @TriggerHeaders() headers: TriggerActionHeaders,
    @Body({ schema: triggerActionBodySchema }) { action_name: actionName, input }: TriggerActionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | AsyncAction> {
    const call = { environmentId, environmentName, ...connection, actionName, input };
    const outcome = await this.triggers.trigger(call, headers, signalOf(reply));
    void reply.type(JSON_TYPE);
    if (outcome.kind === 'done') return outcome.outputJson;
    void reply.code(202).header('Location', outcome.action.statusUrl);
    return outcome.action;
  }

  /** `Prefer: wait=20` (RFC 7240) holds the answer back until the action has ended, for so many seconds. */
  @Get(':id')
  @EnvironmentAccess('environment:actions:execute')
  async result(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: actionPathSchema }) { id }: ActionPath,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const outputJson = await this.results.getWithin(environmentId, id, preferredWaitMs(prefer), signalOf(reply));
    void reply.type(JSON_TYPE);
    return outputJson;
  }
}
