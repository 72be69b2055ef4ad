import type { Provider, ProviderWebhook } from '@svc/contracts';
import type { OpenIntegration } from '../credentials/open-integration.js';

/** Where a webhook is sent: to an integration of an environment, or to whoever has this key or provider. */
export type InboundAddress =
  { readonly environmentUuid: string; readonly uniqueKey: string } | { readonly providerKey: string };

/** The integration that a webhook is for. */
export interface InboundTarget {
  readonly integration: OpenIntegration;
  readonly environmentUuid: string;
  readonly provider: Provider;
  /** Undefined where the provider sends no webhooks. */
  readonly rules: ProviderWebhook | undefined;
}
