import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { runTriggerActionSchema, type RunTriggerAction } from '@svc/contracts';
import { NestedActions, type RunClaims } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { CurrentRun } from './current-run.decorator.js';
import { RunSubjects } from './run-subjects.service.js';

/** Actions that functions trigger. */
@Controller('run/actions')
export class RunActionsController {
  constructor(
    private readonly subjects: RunSubjects,
    private readonly actions: NestedActions,
  ) {}

  @Post('trigger')
  @HttpCode(200)
  async trigger(
    @CurrentRun() run: RunClaims,
    @Body({ schema: runTriggerActionSchema }) action: RunTriggerAction,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { environmentName } = await this.subjects.callerOf(run);
    const hungUp = new AbortController();
    reply.raw.once('close', () => hungUp.abort());
    const outcome = await this.actions.trigger(run, environmentName, action, hungUp.signal);
    void reply.type('application/json; charset=utf-8');
    return outcome;
  }
}
