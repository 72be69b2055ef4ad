import { z } from 'zod';
import { webhookUrlSchema } from '../connections/webhook-url.js';

const addressSchema = webhookUrlSchema.nullable();

/** Which webhooks an environment gets, and where (wire contract, section 15). */
export const webhookSettingsSchema = z.object({
  /** Gets every webhook; null when there is none. */
  primary_url: z.string().nullable(),
  /** Gets every webhook too. */
  secondary_url: z.string().nullable(),
  /** When a connection is created, or could not be. */
  on_auth_creation: z.boolean(),
  /** When a connection's credentials cannot be refreshed, and when they can be again. */
  on_auth_refresh_error: z.boolean(),
  /** When a sync succeeded, also when nothing changed. */
  on_sync_completion_always: z.boolean(),
  /** When a sync failed. */
  on_sync_error: z.boolean(),
  /** When an asynchronous action ended. */
  on_async_action_completion: z.boolean(),
  /** Webhooks about one connection are sent one after another: a later one waits until the one before it was answered. */
  keep_order: z.boolean(),
});
/** Which webhooks an environment gets, and where. */
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

/** Settings of an environment that nobody has changed. */
export const DEFAULT_WEBHOOK_SETTINGS: WebhookSettings = {
  primary_url: null,
  secondary_url: null,
  on_auth_creation: true,
  on_auth_refresh_error: true,
  on_sync_completion_always: true,
  on_sync_error: true,
  on_async_action_completion: false,
  keep_order: false,
};

/** Body of `PATCH /environment/webhook-settings`: what is missing stays. Empty text or null clears an address. */
export const patchWebhookSettingsBodySchema = z.strictObject({
  primary_url: addressSchema.optional(),
  secondary_url: addressSchema.optional(),
  on_auth_creation: z.boolean().optional(),
  on_auth_refresh_error: z.boolean().optional(),
  on_sync_completion_always: z.boolean().optional(),
  on_sync_error: z.boolean().optional(),
  on_async_action_completion: z.boolean().optional(),
  keep_order: z.boolean().optional(),
});
/** Body of `PATCH /environment/webhook-settings`. */
export type PatchWebhookSettingsBody = z.infer<typeof patchWebhookSettingsBodySchema>;

/** Answer of `GET` and `PATCH /environment/webhook-settings`. */
export const webhookSettingsResponseSchema = z.object({ data: webhookSettingsSchema });
/** Answer of `GET` and `PATCH /environment/webhook-settings`. */
export type WebhookSettingsResponse = z.infer<typeof webhookSettingsResponseSchema>;
