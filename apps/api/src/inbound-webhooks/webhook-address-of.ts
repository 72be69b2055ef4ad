import { shortWebhookAddressSchema, webhookAddressSchema } from '@svc/contracts';
import type { InboundAddress } from '@svc/domain';
import { AppError } from '@svc/errors';
import { z } from 'zod';

const addressSchema = z.union([webhookAddressSchema, shortWebhookAddressSchema]);

/** @throws AppError 400 `invalid_uri_params` */
export function webhookAddressOf(params: unknown): InboundAddress {
  const { success, data } = addressSchema.safeParse(params);
  if (success) return data;
  throw new AppError(
    'invalid_uri_params',
    'This is no address for webhooks: take the one that the integration shows (webhook_url).',
  );
}
