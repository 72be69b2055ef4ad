import { z } from 'zod';

/** Answer of `POST /environment/webhook-signing-key/rotate`, status 200. Shown here only; the key before it signs as well for a day. */
export const rotatedSigningKeySchema = z.object({ data: z.object({ webhook_signing_key: z.string() }) });
/** Answer of `POST /environment/webhook-signing-key/rotate`, status 200. */
export type RotatedSigningKey = z.infer<typeof rotatedSigningKeySchema>;
