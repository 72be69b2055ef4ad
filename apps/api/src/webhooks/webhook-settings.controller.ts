import { Body, Controller, Get, Patch } from '@nestjs/common';
import {
  patchWebhookSettingsBodySchema,
  type PatchWebhookSettingsBody,
  type WebhookSettingsResponse,
} from '@svc/contracts';
import { WebhookSettingsService, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Where an environment's webhooks go, and which are sent (wire contract, section 15). */
@Controller('environment/webhook-settings')
export class WebhookSettingsController {
  constructor(private readonly settings: WebhookSettingsService) {}

  @Get()
  @EnvironmentAccess('environment:webhooks:read')
  async get(@CurrentEnvironment() { environmentId }: EnvironmentCaller): Promise<WebhookSettingsResponse> {
    return { data: await this.settings.get(environmentId) };
  }

  @Patch()
  @EnvironmentAccess('environment:webhooks:write')
  async change(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: patchWebhookSettingsBodySchema }) body: PatchWebhookSettingsBody,
  ): Promise<WebhookSettingsResponse> {
    return { data: await this.settings.change(environmentId, body) };
  }
}
