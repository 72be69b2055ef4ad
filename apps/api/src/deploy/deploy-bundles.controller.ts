import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { deployBundleBodySchema, type DeployBundleBody, type DeployBundleResponse } from '@svc/contracts';
import { BundleDeploys, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Deploys of all functions of an environment or of an integration (wire contract, section 11). */
@Controller('functions/deployments/bundle')
@EnvironmentAccess('environment:deploy')
export class DeployBundlesController {
  constructor(private readonly bundles: BundleDeploys) {}

  @Post()
  @HttpCode(200)
  deploy(
    @CurrentEnvironment() { environmentId, keyId }: EnvironmentCaller,
    @Body({ schema: deployBundleBodySchema }) body: DeployBundleBody,
  ): Promise<DeployBundleResponse> {
    return this.bundles.deploy(environmentId, body, keyId);
  }

  @Post('preview')
  @HttpCode(200)
  preview(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: deployBundleBodySchema }) body: DeployBundleBody,
  ): Promise<DeployBundleResponse> {
    return this.bundles.preview(environmentId, body);
  }
}
