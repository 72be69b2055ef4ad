import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { invokeFunctionBodySchema, type AsyncAction, type InvokeFunctionBody } from '@svc/contracts';
import { ActionTriggers, type EnvironmentCaller } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { signalOf } from '../edge/signal-of.js';

/** Runs an action that is named in the body (wire contract, section 11): another form of `POST /action/trigger`. */
@Controller('functions/invocations')
export class InvocationsController {
  constructor(private readonly triggers: ActionTriggers) {}

  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:functions:invocations')
  async invoke(
    @CurrentEnvironment() { environmentId, environmentName }: EnvironmentCaller,
    @Body({ schema: invokeFunctionBodySchema }) body: InvokeFunctionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | AsyncAction> {
    const { integration_id: providerConfigKey, connection_id: connectionId, name: actionName, input } = body;
    const call = { environmentId, environmentName, providerConfigKey, connectionId, actionName, input };
    const headers = {
      'x-async': body.invocation_type === 'no_wait',
      'x-max-retries': body.options?.max_retries ?? 0,
    };
    const outcome = await this.triggers.trigger(call, headers, signalOf(reply));
    void reply.type('application/json; charset=utf-8');
    if (outcome.kind === 'done') return outcome.outputJson;
    void reply.code(202).header('Location', outcome.action.statusUrl);
    return outcome.action;
  }
}
