import { Controller, Get, Param } from '@nestjs/common';
import { connectAttemptParamsSchema, type ConnectAttemptParams, type ConnectAttemptResponse } from '@svc/contracts';
import { ConnectAttempts, type SessionCaller } from '@svc/domain';
import { SessionAccess } from '../edge/access.decorator.js';
import { CurrentSession } from '../edge/caller.decorator.js';

/** A login may take longer than the session that it was begun in. */
const GRACE_MS = 60 * 60_000;

/** How authorizations in the browser go, for the page that waits. */
@Controller('connect/attempts')
export class ConnectAttemptsController {
  constructor(private readonly attempts: ConnectAttempts) {}

  @Get(':attempt')
  @SessionAccess('header', { graceMs: GRACE_MS })
  async get(
    @CurrentSession() { session }: SessionCaller,
    @Param({ schema: connectAttemptParamsSchema }) { attempt }: ConnectAttemptParams,
  ): Promise<ConnectAttemptResponse> {
    return { data: await this.attempts.view(session.id, attempt) };
  }
}
