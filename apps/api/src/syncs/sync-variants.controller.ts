import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import {
  syncVariantBodySchema,
  syncVariantParamsSchema,
  type SyncVariant,
  type SyncVariantBody,
  type SyncVariantParams,
} from '@svc/contracts';
import { SyncVariants, type EnvironmentCaller, type SyncTarget } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Extra instances of syncs for one connection (wire contract, section 9). */
@Controller('sync/:name/variant/:variant')
export class SyncVariantsController {
  constructor(private readonly variants: SyncVariants) {}

  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:variant:create')
  async create(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: syncVariantParamsSchema }) params: SyncVariantParams,
    @Body({ schema: syncVariantBodySchema }) body: SyncVariantBody,
  ): Promise<SyncVariant> {
    return await this.variants.create(targetOf(caller, body), params);
  }

  @Delete()
  @EnvironmentAccess('environment:syncs:variant:delete')
  async remove(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: syncVariantParamsSchema }) params: SyncVariantParams,
    @Body({ schema: syncVariantBodySchema }) body: SyncVariantBody,
  ): Promise<{ success: true }> {
    await this.variants.remove(targetOf(caller, body), params);
    return { success: true };
  }
}

const targetOf = ({ environmentId }: EnvironmentCaller, body: SyncVariantBody): SyncTarget => ({
  environmentId,
  providerConfigKey: body.provider_config_key,
  connectionId: body.connection_id,
});
