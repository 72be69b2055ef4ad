import { z } from 'zod';

/** An integration as the API answers it (specification, "Integration"). Times are ISO 8601. */
export const integrationSchema = z.object({
  unique_key: z.string(),
  provider: z.string(),
  display_name: z.string(),
  /** Address of an SVG. */
  logo: z.string(),
  forward_webhooks: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** With `include=webhook`: where the provider sends webhooks; null when it sends none. */
  webhook_url: z.string().nullable().optional(),
  /** With `include=credentials` and a credentials scope: what was set, with null for what was not. */
  credentials: z.record(z.string(), z.string().nullable()).nullable().optional(),
});
/** An integration as the API answers it. */
export type Integration = z.infer<typeof integrationSchema>;

/** Answer of `GET /integrations`. */
export const listIntegrationsResponseSchema = z.object({ data: z.array(integrationSchema) });
/** Answer of `GET /integrations`. */
export type ListIntegrationsResponse = z.infer<typeof listIntegrationsResponseSchema>;

/** Answer of create, get and update. */
export const integrationResponseSchema = z.object({ data: integrationSchema });
/** Answer of create, get and update. */
export type IntegrationResponse = z.infer<typeof integrationResponseSchema>;
