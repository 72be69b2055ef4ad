import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import type { CurrentConnectSessionResponse } from '@svc/contracts';
import { ConnectSessions, ConnectSessionView, type SessionCaller } from '@svc/domain';
import { SessionAccess } from '../edge/access.decorator.js';
import { CurrentSession } from '../edge/caller.decorator.js';

/** The session that calls (wire contract, section 6). */
@Controller('connect/session')
@SessionAccess()
export class ConnectSessionController {
  constructor(
    private readonly views: ConnectSessionView,
    private readonly sessions: ConnectSessions,
  ) {}

  @Get()
  async get(@CurrentSession() { session }: SessionCaller): Promise<CurrentConnectSessionResponse> {
    return { data: await this.views.view(session) };
  }

  @Delete()
  @HttpCode(204)
  async end(@CurrentSession() { session }: SessionCaller): Promise<void> {
    await this.sessions.end(session.id);
  }
}
