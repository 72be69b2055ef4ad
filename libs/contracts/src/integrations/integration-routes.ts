import { z } from 'zod';
import { providerNameSchema, uniqueKeySchema } from '../identifiers.js';
import { storableTextSchema } from '../storable.js';

/** Longest value of `integration_config` and `custom`, in characters (wire contract, section 4). */
export const MAX_INTEGRATION_CONFIG_LENGTH = 8192;
const MAX_FIELD_NAME_LENGTH = 255;
const MAX_INTEGRATION_CREDENTIAL_LENGTH = 20_000;

const textMapSchema = (maxLength: number) =>
  z.record(storableTextSchema.min(1).max(MAX_FIELD_NAME_LENGTH), storableTextSchema.max(maxLength));

const SCOPES = /^$|^[A-Za-z0-9:/_.*-]+(\s*,\s*[A-Za-z0-9:/_.*-]+)*$/;

/**
 * Credentials of the app that an integration uses: `client_id`, `client_secret`, `scopes`, `webhook_secret` and what else
 * the provider needs. `type`, when given, equals the provider's auth mode (D7).
 */
export const integrationCredentialsSchema = textMapSchema(MAX_INTEGRATION_CREDENTIAL_LENGTH).superRefine(
  (credentials, context) => {
    const { client_id: clientId = '', scopes = '', webhook_secret: webhookSecret = '' } = credentials;
    for (const [name, value] of Object.entries({ client_id: clientId, webhook_secret: webhookSecret })) {
      if (value.length <= 255) continue;
      context.addIssue({
        code: 'too_big',
        origin: 'string',
        maximum: 255,
        inclusive: true,
        path: [name],
        message: 'must have at most 255 characters',
      });
    }
    if (!SCOPES.test(scopes)) {
      context.addIssue({
        code: 'custom',
        path: ['scopes'],
        message: 'must be scopes separated by commas, of letters, digits and : / _ . * -',
      });
    }
  },
);

const settableFields = {
  display_name: storableTextSchema.min(1).max(255).optional(),
  forward_webhooks: z.boolean().optional(),
  credentials: integrationCredentialsSchema.optional(),
  integration_config: textMapSchema(MAX_INTEGRATION_CONFIG_LENGTH).optional(),
  custom: textMapSchema(MAX_INTEGRATION_CONFIG_LENGTH).optional(),
};

/** Body of `POST /integrations`. */
export const createIntegrationBodySchema = z.strictObject({
  provider: providerNameSchema,
  unique_key: uniqueKeySchema,
  ...settableFields,
});
/** Body of `POST /integrations`. */
export type CreateIntegrationBody = z.infer<typeof createIntegrationBodySchema>;

/** Body of `PATCH /integrations/{uniqueKey}`. Maps merge by key; empty text clears a value. */
export const updateIntegrationBodySchema = z.strictObject({
  unique_key: uniqueKeySchema.optional(),
  ...settableFields,
});
/** Body of `PATCH /integrations/{uniqueKey}`. */
export type UpdateIntegrationBody = z.infer<typeof updateIntegrationBodySchema>;

/** Path parameters of routes about one integration. */
export const integrationParamsSchema = z.strictObject({ uniqueKey: uniqueKeySchema });
/** Path parameters of routes about one integration. */
export type IntegrationParams = z.infer<typeof integrationParamsSchema>;

const includeSchema = z.enum(['webhook', 'credentials']);

/** Query of `GET /integrations/{uniqueKey}`: `include` once or repeated. */
export const getIntegrationQuerySchema = z.strictObject({
  include: z
    .union([includeSchema, z.array(includeSchema)])
    .optional()
    .transform((value) => (value === undefined ? [] : [value].flat())),
});
/** Query of `GET /integrations/{uniqueKey}`: `include` once or repeated. */
export type GetIntegrationQuery = z.infer<typeof getIntegrationQuerySchema>;
