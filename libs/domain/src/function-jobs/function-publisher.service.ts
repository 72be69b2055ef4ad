import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { DeployService, type WantedDeploy } from '../deploy/deploy.service.js';
import type { FunctionJobOutcome } from './function-job-payloads.service.js';

/** Who publishes a function, and whether cached records may be left behind. */
export interface PublishingCaller {
  readonly environmentId: number;
  readonly keyId: number | null;
  readonly mayLoseRecords: boolean;
}

/** Publishes functions that come one at a time. */
@Injectable()
export class FunctionPublisher {
  constructor(private readonly deploys: DeployService) {}

  /** @throws {AppError} `deployment_error` where records would be left behind, and as {@link DeployService.deploy}. */
  async publish(
    request: WantedDeploy,
    { environmentId, keyId, mayLoseRecords }: PublishingCaller,
  ): Promise<FunctionJobOutcome> {
    if (!mayLoseRecords) await this.refuseLoss(environmentId, request);
    const result = await this.deploys.deploy(environmentId, request, { keyId, kind: 'function' });
    return { deployed_functions: result.map(({ name, version }) => ({ name, version })) };
  }

  private async refuseLoss(environmentId: number, request: WantedDeploy): Promise<void> {
    const { drops } = await this.deploys.plan(environmentId, request);
    if (drops.length === 0) return;
    const lost = drops.map(({ model, records }) => `${model} (${records} records)`).join(', ');
    const message = `No sync would write these models any more: ${lost}. Send allow_destructive: true to deploy anyway.`;
    throw new AppError('deployment_error', message, { payload: { drops } });
  }
}
