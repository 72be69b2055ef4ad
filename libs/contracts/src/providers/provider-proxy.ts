import { z } from 'zod';
import { paginationSchema } from './pagination.js';
import { WEBHOOK_TRANSFORMS } from './provider-webhook.js';
import { templateMapSchema, templateSchema, templateTreeMapSchema, templateTreeSchema } from './template-tree.js';

const headerNameSchema = z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'header names are written in lower case');

/** Headers that the proxy adds, by lower-case name. A name may hold placeholders too. */
export const headerMapSchema = z.record(
  z.union([headerNameSchema, z.string().regex(/\$\{.+\}/)], 'header names are written in lower case'),
  templateSchema,
);

/** When and after what wait a failed call makes sense again (wire contract, sections 7 and 18). */
export const retryRulesSchema = z.strictObject({
  /** Response headers that name the moment to try again: seconds or milliseconds since 1970, or a date. */
  at: z.array(headerNameSchema).optional(),
  /** Response headers that give the seconds to wait. */
  after: z.array(headerNameSchema).optional(),
  /** Response header that holds the calls left; `0` makes the answer retryable. */
  remaining: headerNameSchema.optional(),
  /** Statuses worth a retry: exact (`429`), a class (`5xx`) or a range (`500-502`). */
  error_code: z
    .array(z.union([z.number().int(), z.string().regex(/^([1-5]\d\d|[1-5]xx|[1-5]\d\d-[1-5]\d\d)$/)]))
    .optional(),
  /** Where the body says how long to wait. */
  in_body: z
    .strictObject({
      /** Dot path of the text. */
      path: z.string(),
      /** Regular expression whose first group is the moment or the seconds. */
      value: z.string(),
      strategy: z.enum(['at', 'after']),
    })
    .optional(),
});

/** When and after what wait a failed call makes sense again. */
export type RetryRules = z.infer<typeof retryRulesSchema>;

/** A harmless call that shows whether credentials work. The first endpoint that succeeds proves it. */
export const verificationSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
  endpoints: z.array(templateSchema).min(1),
  base_url_override: templateSchema.optional(),
  headers: headerMapSchema.optional(),
  data: templateTreeSchema.optional(),
  /** Statuses by which this provider says, beside 401, that it does not know the credentials. */
  refusal_statuses: z.array(z.number().int().min(400).max(499)).optional(),
  /** What of a JSON answer goes into `connection_config`: its dot path, by key. */
  captures: z
    .record(
      z.string(),
      z.union([z.string(), z.strictObject({ path: z.string(), as: z.enum(WEBHOOK_TRANSFORMS).optional() })]),
    )
    .optional(),
});

/** A harmless call that shows whether credentials work. */
export type Verification = z.infer<typeof verificationSchema>;

/** How the proxy reaches a provider (wire contract, section 18, "proxy"). */
export const providerProxySchema = z.strictObject({
  /** Address that paths are appended to, without a slash at the end. */
  base_url: templateSchema,
  headers: headerMapSchema.optional(),
  query: templateMapSchema.optional(),
  /** Merged into JSON bodies. */
  body: templateTreeMapSchema.optional(),
  /** Values of `connectionConfig` that only the proxy sees. */
  connection_config: templateMapSchema.optional(),
  /** Unpack answers before they are passed on. */
  decompress: z.boolean().optional(),
  /** Keep Authorization when a redirect leads to another origin. */
  forward_headers_on_redirect: z.boolean().optional(),
  retry: retryRulesSchema.optional(),
  paginate: paginationSchema.optional(),
  verification: verificationSchema.optional(),
});

/** How the proxy reaches a provider. */
export type ProviderProxy = z.infer<typeof providerProxySchema>;
