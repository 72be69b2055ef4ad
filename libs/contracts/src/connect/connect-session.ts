import { z } from 'zod';
import { connectionConfigSchema } from '../connections/create-connection.js';
import { endUserInputSchema, endUserSchema } from '../connections/end-user.js';
import { tagsSchema } from '../connections/tags.js';
import { webhookUrlSchema } from '../connections/webhook-url.js';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { storableTextSchema } from '../storable.js';
import { returnUrlSchema } from './return-url.js';

/** Life of a connect session (specification, "Limits"). */
export const CONNECT_SESSION_LIFE_MS = 30 * 60_000;

/** Most integrations that one session names. */
const MAX_NAMED_INTEGRATIONS = 1_000;

const shortTextSchema = storableTextSchema.max(4096);

/** What a session sets for one integration, so that the end user is not asked for it (wire contract, section 6). */
export const integrationConfigDefaultsSchema = z.strictObject({
  /** Scopes instead of the integration's, separated by commas or spaces. */
  user_scopes: shortTextSchema.optional(),
  /** Laid over the definition's `authorization_params`; the text `undefined` removes one. */
  authorization_params: z.record(z.string(), shortTextSchema).optional(),
  /** Wins over what the end user types in. `oauth_scopes_override` may be a list or text separated by commas. */
  connection_config: z
    .preprocess((config) => {
      const scopes: unknown = typeof config === 'object' && config && Reflect.get(config, 'oauth_scopes_override');
      return typeof scopes === 'string'
        ? { ...Object(config), oauth_scopes_override: scopes.split(',').map((scope) => scope.trim()) }
        : config;
    }, connectionConfigSchema)
    .optional(),
});
/** What a session sets for one integration. */
export type IntegrationConfigDefaults = z.infer<typeof integrationConfigDefaultsSchema>;

/** What a session shows differently for one integration. */
export const integrationOverridesSchema = z.strictObject({
  /** Address of the guide for people who connect an account. */
  docs_connect: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
});

/** What a session shows differently for one integration. */
export type IntegrationOverrides = z.infer<typeof integrationOverridesSchema>;

const byIntegration = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(uniqueKeySchema, schema)
    .refine(
      (map) => Object.keys(map).length <= MAX_NAMED_INTEGRATIONS,
      `at most ${MAX_NAMED_INTEGRATIONS} are allowed`,
    );

const sharedFields = {
  /** Copied onto the connection, and part of its auth webhooks. */
  tags: tagsSchema.optional(),
  /** By unique key of the integration. */
  integrations_config_defaults: byIntegration(integrationConfigDefaultsSchema).optional(),
  /** By unique key of the integration. */
  overrides: byIntegration(integrationOverridesSchema).optional(),
  /** Receives the connection's webhooks instead of the environment's addresses. */
  webhook_url_override: webhookUrlSchema.optional(),
  /** Deprecated: use tags. */
  end_user: endUserInputSchema.omit({ organization: true }).optional(),
  /** Deprecated: use tags. */
  organization: z
    .strictObject({
      id: storableTextSchema.min(1).max(255),
      display_name: storableTextSchema.max(255).optional(),
    })
    .optional(),
  /** Where the hosted page sends the browser in the end, with `status` and what came of it in the query. */
  return_url: returnUrlSchema.optional(),
};

/** Body of `POST /connect/sessions`. Every field is optional (D14). */
export const createConnectSessionBodySchema = z.strictObject({
  ...sharedFields,
  /** Unique keys of the integrations that may be connected; all of them when it is missing. */
  allowed_integrations: z.array(uniqueKeySchema).min(1).max(MAX_NAMED_INTEGRATIONS).optional(),
});
/** Body of `POST /connect/sessions`. */
export type CreateConnectSessionBody = z.infer<typeof createConnectSessionBodySchema>;
/** The same as callers write it. */
export type CreateConnectSessionRequest = z.input<typeof createConnectSessionBodySchema>;

/** Body of `POST /connect/sessions/reconnect`: only for connections that a session made (D14). */
export const reconnectSessionBodySchema = z.strictObject({
  ...sharedFields,
  connection_id: connectionIdSchema,
  /** Unique key of the integration. */
  integration_id: uniqueKeySchema,
});
/** Body of `POST /connect/sessions/reconnect`. */
export type ReconnectSessionBody = z.infer<typeof reconnectSessionBodySchema>;
/** The same as callers write it. */
export type ReconnectSessionRequest = z.input<typeof reconnectSessionBodySchema>;

/** A new connect session. */
export const connectSessionSchema = z.object({
  /** Valid for 30 minutes. */
  token: z.string(),
  /** Address of the hosted page, the token in it. */
  connect_link: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
});
/** A new connect session. */
export type ConnectSession = z.infer<typeof connectSessionSchema>;

/** Answer of `POST /connect/sessions` and `POST /connect/sessions/reconnect`. */
export const connectSessionResponseSchema = z.object({ data: connectSessionSchema });
/** Answer of `POST /connect/sessions` and `POST /connect/sessions/reconnect`. */
export type ConnectSessionResponse = z.infer<typeof connectSessionResponseSchema>;

const colourSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a7f64');

/** How the hosted page looks. */
export const connectUiSettingsSchema = z.strictObject({
  theme: z.strictObject({
    light: z.strictObject({ primary: colourSchema }),
    dark: z.strictObject({ primary: colourSchema }),
  }),
  defaultTheme: z.enum(['light', 'dark', 'system']),
  showWatermark: z.boolean(),
});
/** How the hosted page looks. */
export type ConnectUiSettings = z.infer<typeof connectUiSettingsSchema>;

/** The look where the environment sets none: colours that can be read on white and on black (WCAG 2.2, level AA). */
export const DEFAULT_CONNECT_UI_SETTINGS: ConnectUiSettings = {
  theme: { light: { primary: '#1f5eff' }, dark: { primary: '#8ab4ff' } },
  defaultTheme: 'system',
  showWatermark: true,
};

/** Some of the {@link connectUiSettingsSchema}; what is left out stays as it is. */
export const connectUiChangeSchema = connectUiSettingsSchema.partial().extend({
  theme: connectUiSettingsSchema.shape.theme.partial().optional(),
});
/** Some of the {@link ConnectUiSettings}. */
export type ConnectUiChange = z.infer<typeof connectUiChangeSchema>;

/** Answer of `GET /connect/session`: what the page that the session opens needs. Client secrets are left out. */
export const currentConnectSessionResponseSchema = z.object({
  data: z.object({
    endUser: endUserSchema.nullable(),
    connectUISettings: connectUiSettingsSchema,
    allowed_integrations: z.array(z.string()).optional(),
    integrations_config_defaults: z.record(z.string(), integrationConfigDefaultsSchema).optional(),
    isReconnecting: z.boolean().optional(),
    overrides: z.record(z.string(), integrationOverridesSchema).optional(),
    websocketsPath: z.string().optional(),
    return_url: z.string().optional(),
    /** ISO 8601. */
    expires_at: z.string(),
  }),
});
/** Answer of `GET /connect/session`. */
export type CurrentConnectSessionResponse = z.infer<typeof currentConnectSessionResponseSchema>;
