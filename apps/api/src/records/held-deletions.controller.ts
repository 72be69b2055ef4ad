import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { heldDeletionsBodySchema, type ConfirmedDeletions, type HeldDeletionsBody } from '@svc/contracts';
import { HeldDeletions, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';

/** Decides about deletions that a sync's guard holds. */
@Controller('records/deletions')
@EnvironmentAccess('environment:records:write')
export class HeldDeletionsController {
  constructor(private readonly held: HeldDeletions) {}

  @Post('confirm')
  @HttpCode(200)
  async confirm(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Body({ schema: heldDeletionsBodySchema }) body: HeldDeletionsBody,
  ): Promise<ConfirmedDeletions> {
    return { count: await this.held.confirm({ environmentId, ...connection }, body) };
  }

  @Post('discard')
  @HttpCode(200)
  async discard(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Body({ schema: heldDeletionsBodySchema }) body: HeldDeletionsBody,
  ): Promise<{ success: true }> {
    await this.held.discard({ environmentId, ...connection }, body);
    return { success: true };
  }
}
