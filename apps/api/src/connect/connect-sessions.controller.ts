import { Body, Controller, Post } from '@nestjs/common';
import {
  createConnectSessionBodySchema,
  reconnectSessionBodySchema,
  type ConnectSessionResponse,
  type CreateConnectSessionBody,
  type ReconnectSessionBody,
} from '@svc/contracts';
import { ConnectSessions, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Every field is optional (D14), so a request may come without a body. */
const optionalBodySchema = createConnectSessionBodySchema.prefault({});

/** Makes connect sessions (wire contract, section 6). */
@Controller('connect/sessions')
@EnvironmentAccess('environment:connect_sessions:write')
export class ConnectSessionsController {
  constructor(private readonly sessions: ConnectSessions) {}

  @Post()
  async create(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: optionalBodySchema }) body: CreateConnectSessionBody,
  ): Promise<ConnectSessionResponse> {
    return { data: await this.sessions.create(environmentId, body) };
  }

  @Post('reconnect')
  async reconnect(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: reconnectSessionBodySchema }) body: ReconnectSessionBody,
  ): Promise<ConnectSessionResponse> {
    return { data: await this.sessions.createReconnect(environmentId, body) };
  }
}
