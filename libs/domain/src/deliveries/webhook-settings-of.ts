import { DEFAULT_WEBHOOK_SETTINGS, webhookSettingsSchema, type WebhookSettings } from '@svc/contracts';

/** What an environment's settings say about webhooks; what nobody has set is as the contract has it. */
export const webhookSettingsOf = (settings: Readonly<Record<string, unknown>>): WebhookSettings =>
  webhookSettingsSchema.parse({ ...DEFAULT_WEBHOOK_SETTINGS, ...settings });
