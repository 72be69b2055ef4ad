import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { rollbackBodySchema, type RollbackBody, type RollbackResponse } from '@svc/contracts';
import { Rollbacks, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** The way back to what was published before, in one call (beyond the contract). */
@Controller('functions/rollback')
@EnvironmentAccess('environment:deploy')
export class RollbackController {
  constructor(private readonly rollbacks: Rollbacks) {}

  @Post()
  @HttpCode(200)
  async rollback(
    @CurrentEnvironment() { environmentId, keyId }: EnvironmentCaller,
    @Body({ schema: rollbackBodySchema }) body: RollbackBody,
  ): Promise<RollbackResponse> {
    return { data: await this.rollbacks.rollback(environmentId, body, keyId) };
  }

  @Post('preview')
  @HttpCode(200)
  async preview(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: rollbackBodySchema }) body: RollbackBody,
  ): Promise<RollbackResponse> {
    return { data: await this.rollbacks.preview(environmentId, body) };
  }
}
