import { z } from 'zod';
import { functionNameSchema, providerNameSchema, uniqueKeySchema } from '../identifiers.js';
import { definedProviderNameSchema, providerDefinitionSchema, providerSchema } from './provider.js';

/** Query of `GET /providers`. */
export const listProvidersQuerySchema = z.strictObject({
  /** Part of the provider's name, in any case; empty finds all. */
  search: z.union([z.literal(''), uniqueKeySchema]).optional(),
});
/** Query of `GET /providers`. */
export type ListProvidersQuery = z.infer<typeof listProvidersQuerySchema>;

/** Path parameters of `GET /providers/{provider}` and `GET /providers/{provider}/templates`. */
export const providerParamsSchema = z.strictObject({ provider: providerNameSchema });
/** Path parameters of `GET /providers/{provider}` and `GET /providers/{provider}/templates`. */
export type ProviderParams = z.infer<typeof providerParamsSchema>;

/** Answer of `GET /providers`. */
export const listProvidersResponseSchema = z.object({ data: z.array(providerSchema) });
/** Answer of `GET /providers`. */
export type ListProvidersResponse = z.infer<typeof listProvidersResponseSchema>;

/** Answer of `GET /providers/{provider}`. */
export const getProviderResponseSchema = z.object({ data: providerSchema });
/** Answer of `GET /providers/{provider}`. */
export type GetProviderResponse = z.infer<typeof getProviderResponseSchema>;

/** Fields of a definition that an environment may give: other names and shared addresses are the catalogue's business. */
const customDefinitionSchema = providerDefinitionSchema.omit({ aliases: true, shares_endpoints_with: true });

/** Body of `POST /providers`: a definition as in a file, and its name. */
export const createProviderBodySchema = customDefinitionSchema.extend({ name: definedProviderNameSchema });
/** Body of `POST /providers`. */
export type CreateProviderBody = z.infer<typeof createProviderBodySchema>;

/** Body of `PATCH /providers/{provider}`: fields that are given take the place of the old ones; null removes one. */
export const updateProviderBodySchema = z.strictObject(
  Object.fromEntries(Object.entries(customDefinitionSchema.shape).map(([name, field]) => [name, field.nullable()])),
);
/** Body of `PATCH /providers/{provider}`. */
export type UpdateProviderBody = z.infer<typeof updateProviderBodySchema>;

/** Answer of `POST /providers` and `PATCH /providers/{provider}`. */
export type CustomProviderResponse = GetProviderResponse;

const templateFields = {
  name: z.string(),
  description: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  /** Model of the input. */
  input: z.string().optional(),
  /** Models of the results. */
  returns: z.array(z.string()),
  /** JSON Schema of the models. */
  json_schema: z.record(z.string(), z.unknown()).nullable(),
};

/** A ready-made function for a provider (wire contract, section 3). */
export const providerTemplateSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('action'), ...templateFields }),
  z.object({
    type: z.literal('sync'),
    ...templateFields,
    /** How often it runs, such as `every hour`. */
    runs: z.string(),
    auto_start: z.boolean(),
    track_deletes: z.boolean(),
  }),
]);
/** A ready-made function for a provider. */
export type ProviderTemplate = z.infer<typeof providerTemplateSchema>;

/** Answer of `GET /providers/{provider}/templates`: actions first, then syncs. */
export const providerTemplatesResponseSchema = z.object({ data: z.array(providerTemplateSchema) });
/** Answer of `GET /providers/{provider}/templates`: actions first, then syncs. */
export type ProviderTemplatesResponse = z.infer<typeof providerTemplatesResponseSchema>;

/** Path parameters of `GET /providers/{provider}/templates/{name}/code`. */
export const templateParamsSchema = z.strictObject({ provider: providerNameSchema, name: functionNameSchema });
/** Path parameters of `GET /providers/{provider}/templates/{name}/code`. */
export type TemplateParams = z.infer<typeof templateParamsSchema>;

/** Query of `GET /providers/{provider}/templates/{name}/code`: the type, where a sync and an action have one name. */
export const templateQuerySchema = z.strictObject({ type: z.enum(['sync', 'action']).optional() });
/** Query of `GET /providers/{provider}/templates/{name}/code`. */
export type TemplateQuery = z.infer<typeof templateQuerySchema>;

/** Path parameters of `GET /images/template-logos/{provider}.svg`: the name of the file, without its ending once parsed. */
export const logoParamsSchema = z.strictObject({
  file: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,255}\.svg$/, 'must be the name of a provider and .svg')
    .transform((file) => file.slice(0, -'.svg'.length)),
});
/** Path parameters of a logo. */
export type LogoParams = z.output<typeof logoParamsSchema>;
