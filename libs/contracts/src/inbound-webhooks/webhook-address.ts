import { z } from 'zod';
import { uniqueKeySchema } from '../identifiers.js';

/** Largest body of a webhook, in bytes. */
export const MAX_WEBHOOK_BYTES = 10 * 1024 * 1024;

/** Path parameters of `POST /webhook/{environmentUuid}/{uniqueKey}` (D9). */
export const webhookAddressSchema = z.strictObject({ environmentUuid: z.uuid(), uniqueKey: uniqueKeySchema });

/** Path parameters of `POST /webhook/{providerKey}`: a unique key or a provider, the only one of the installation (D9). */
export const shortWebhookAddressSchema = z.strictObject({ providerKey: uniqueKeySchema });
