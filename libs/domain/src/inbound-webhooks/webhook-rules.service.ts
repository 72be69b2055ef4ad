import { Injectable } from '@nestjs/common';
import type { Provider, ProviderWebhook } from '@svc/contracts';
import { ProviderCatalogue } from '@svc/providers';

/** What webhooks of a provider look like. */
@Injectable()
export class WebhookRules {
  constructor(private readonly catalogue: ProviderCatalogue) {}

  /** Its own rules, or those of the provider that it names; undefined where it sends no webhooks. */
  of({ webhook, webhook_routing_script: other }: Provider, environmentId: number): ProviderWebhook | undefined {
    if (webhook || other === undefined) return webhook;
    return this.catalogue.get(other, environmentId)?.webhook;
  }
}
