import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { connectTelemetryBodySchema, type ConnectTelemetryBody } from '@svc/contracts';
import { ConnectSessionLookup, LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { Public } from '../edge/access.decorator.js';

/** What happens on the hosted page, for whoever debugs it. Pages send it as they close, so the token stands in the body. */
@Controller('connect/telemetry')
export class ConnectTelemetryController {
  constructor(
    private readonly lookup: ConnectSessionLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post()
  @Public()
  @HttpCode(204)
  async take(@Body({ schema: connectTelemetryBodySchema }) body: ConnectTelemetryBody): Promise<void> {
    const { token, ...event } = body;
    const { session, environmentId } = await this.lookup.authenticate(token);
    this.logger.debug({ ...event, environmentId, sessionId: session.id }, 'connect page');
  }
}
