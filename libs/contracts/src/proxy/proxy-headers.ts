import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema, wholeNumberTextSchema } from '../identifiers.js';
import { HEADERS, spellings } from '../names.js';

const trueOrFalse = z.stringbool({ truthy: ['true'], falsy: ['false'] });

/** Most retries of one proxied call. With the back-off of the specification, ten take an hour. */
export const MAX_PROXY_RETRIES = 100;

const headerNameSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,255}$/, 'must be the name of a header');

/** Base address instead of the provider's; an empty text is none. */
export const baseUrlOverrideSchema = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, message: 'must be an http or https address' }),
]);

/**
 * Configuration headers of a proxied call (specification, "Proxy request headers"; wire contract, section 7), by
 * lower-case name. Every other header is the external API's.
 */
export const proxyHeadersSchema = z.object({
  'provider-config-key': uniqueKeySchema,
  'connection-id': connectionIdSchema,
  /** Extra attempts. */
  retries: wholeNumberTextSchema.pipe(z.number().max(MAX_PROXY_RETRIES)).default(0),
  /** Base address instead of the provider's; clients send an empty text for none. */
  'base-url-override': baseUrlOverrideSchema.optional(),
  /** Unpack the answer. */
  decompress: trueOrFalse.optional(),
  /** Statuses to retry in addition to the usual ones. */
  'retry-on': z
    .string()
    .regex(/^\s*\d{1,3}\s*(,\s*\d{1,3}\s*)*$/, 'must be statuses separated by commas, such as 404,409')
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** Header of a failed answer that holds the moment from which calls are welcome; read before the provider's. */
  'retry-header-at': headerNameSchema.optional(),
  /** Header of a failed answer that holds the seconds to wait; read before the provider's. */
  'retry-header-after': headerNameSchema.optional(),
  /** Keep credentials when a redirect leads to another origin (D23). */
  'forward-headers-on-redirect': trueOrFalse.optional(),
  'svc-activity-log-id': z.string().max(255).optional(),
  'nango-activity-log-id': z.string().max(255).optional(),
});
/** Configuration headers of a proxied call, by lower-case name. */
export type ProxyHeaders = z.infer<typeof proxyHeadersSchema>;

/** Lower-case names of the headers that configure a proxied call and are not passed on (D8). */
export const PROXY_CONFIGURATION_HEADERS: ReadonlySet<string> = new Set([
  ...Object.keys(proxyHeadersSchema.shape),
  ...[HEADERS.activityLogId, HEADERS.isSync, HEADERS.isScript, HEADERS.isDryRun].flatMap(spellings),
]);
