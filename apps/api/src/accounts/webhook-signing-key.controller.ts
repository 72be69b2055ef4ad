import { Controller, HttpCode, Post } from '@nestjs/common';
import type { RotatedSigningKey } from '@svc/contracts';
import { WebhookSigningKeys, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** The secret that signs an environment's outgoing webhooks (D13). */
@Controller('environment/webhook-signing-key')
export class WebhookSigningKeyController {
  constructor(private readonly signingKeys: WebhookSigningKeys) {}

  @Post('rotate')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhook_signing_key:rotate')
  async rotate(@CurrentEnvironment() { environmentId }: EnvironmentCaller): Promise<RotatedSigningKey> {
    return { data: { webhook_signing_key: await this.signingKeys.rotate(environmentId) } };
  }
}
