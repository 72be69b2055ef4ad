import { Injectable } from '@nestjs/common';
import type { PatchWebhookSettingsBody, WebhookSettings } from '@svc/contracts';
import { Database, WebhookDestinationRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { WebhookUrlGuard } from '../connections/webhook-url-guard.service.js';
import { webhookSettingsOf } from './webhook-settings-of.js';

/** Where an environment's webhooks go, and which are sent. */
@Injectable()
export class WebhookSettingsService {
  private readonly destinations: WebhookDestinationRepository;

  constructor(
    private readonly database: Database,
    private readonly guard: WebhookUrlGuard,
  ) {
    this.destinations = new WebhookDestinationRepository(database);
  }

  /** @throws {AppError} `not_found` when the environment is gone. */
  async get(environmentId: number): Promise<WebhookSettings> {
    return webhookSettingsOf((await this.destinations.findSettings(environmentId)) ?? gone());
  }

  /** @throws {AppError} `invalid_body` for an address that is not allowed. */
  async change(environmentId: number, patch: PatchWebhookSettingsBody): Promise<WebhookSettings> {
    const { primary_url: primary, secondary_url: secondary } = patch;
    if (primary) await this.guard.check(primary, 'primary_url');
    if (secondary) await this.guard.check(secondary, 'secondary_url');
    return await this.database.transaction(async (tx) => {
      const settings = { ...((await this.destinations.findSettings(environmentId, true, tx)) ?? gone()), ...patch };
      for (const name of ['primary_url', 'secondary_url'] as const) if (!settings[name]) delete settings[name];
      await this.destinations.saveSettings(environmentId, settings, tx);
      return webhookSettingsOf(settings);
    });
  }
}

function gone(): never {
  throw new AppError('not_found', 'The environment has been deleted.');
}
