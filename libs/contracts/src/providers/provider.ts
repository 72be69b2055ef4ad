import { z } from 'zod';
import { authModeSchema } from './auth-mode.js';
import { inputFieldsSchema } from './input-field.js';
import {
  capturedDataFields,
  mcpFields,
  oauth1Fields,
  oauthAuthorizeFields,
  oauthRevocationFields,
  oauthTokenFields,
  signedTokenFields,
  twoStepFields,
} from './provider-oauth.js';
import { providerProxySchema } from './provider-proxy.js';
import { providerWebhookSchema } from './provider-webhook.js';

/** Name of a provider in a definition file: what the file is called. */
export const definedProviderNameSchema = z
  .string()
  .max(255)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'may contain a-z, 0-9 and - only');

const identityFields = {
  /** Take over every field of this provider that is not given here. */
  alias: definedProviderNameSchema.optional(),
  /** Other names under which the provider is found. */
  aliases: z.array(definedProviderNameSchema).optional(),
  /** Providers that have the same addresses on purpose: two kinds of account, or two products behind one host. */
  shares_endpoints_with: z.array(definedProviderNameSchema).optional(),
  display_name: z.string().min(1).optional(),
  categories: z.array(z.string()).optional(),
  /** Address of the provider's own documentation. */
  docs: z.string().optional(),
  /** Address of the guide for people who connect an account. */
  docs_connect: z.string().optional(),
  /** Address of the guide for setting up an integration. */
  setup_guide_url: z.string().optional(),
  auth_mode: authModeSchema.optional(),
  auth_type: z.enum(['BASIC']).optional(),
  /** `outbound`: the account is connected from the provider's side. */
  installation: z.enum(['outbound']).optional(),
};

const provenanceFields = {
  /**
   * How sure the facts are: `verified` against the running service, `documented` in the text named by `source`, or
   * `recalled`.
   */
  confidence: z.enum(['verified', 'documented', 'recalled']).optional(),
  /** Where the facts were read. */
  source: z.array(z.string()).optional(),
};

const limitFields = {
  /** Limits that the provider publishes, for pacing. */
  rate_limits: z
    .array(
      z.strictObject({
        requests: z.number().int().positive(),
        /** Length of the window in seconds. */
        window_s: z.number().int().positive(),
        /** Who shares the budget. */
        scope: z.enum(['connection', 'integration', 'address']).default('connection'),
      }),
    )
    .optional(),
};

const strategyFields = {
  /** How requests are signed for AWS_SIGV4. */
  aws_sigv4: z
    .strictObject({
      /** Service name of the credential scope, such as `s3`. */
      service: z.string(),
      /** Region when the connection names none. */
      default_region: z.string().optional(),
    })
    .optional(),
  webhook: providerWebhookSchema.optional(),
  /** Provider whose `webhook` holds for this one too. */
  webhook_routing_script: z.string().optional(),
  webhook_user_defined_secret: z.boolean().optional(),
  webhook_allowed_query_params: z.array(z.string()).optional(),
  /** Names of strategies that the gateway ships (wire contract, section 18, "scripts"). */
  post_connection_script: z.string().optional(),
  pre_connection_deletion_script: z.string().optional(),
  credentials_verification_script: z.string().optional(),
  /** Keys of `connection_config` that the strategies fill. */
  connection_configuration: z.array(z.string()).optional(),
};

const inputFields = {
  /** What the person who connects an account enters beside credentials. */
  connection_config: inputFieldsSchema.optional(),
  /** Credentials that the person enters. */
  credentials: inputFieldsSchema.optional(),
  /** What the developer enters when setting up the integration. */
  integration_config: inputFieldsSchema.optional(),
  /** Values used once for an assertion and never stored. */
  assertion_option: inputFieldsSchema.optional(),
};

/** Every field of a definition file (wire contract, section 18). Unknown keys are errors. */
export const providerDefinitionSchema = z.strictObject({
  ...identityFields,
  ...provenanceFields,
  ...limitFields,
  ...oauthAuthorizeFields,
  ...oauthTokenFields,
  ...oauthRevocationFields,
  ...capturedDataFields,
  ...oauth1Fields,
  ...twoStepFields,
  ...signedTokenFields,
  ...mcpFields,
  proxy: providerProxySchema.optional(),
  ...inputFields,
  ...strategyFields,
});

/** What a definition file says, before aliases are resolved. */
export type ProviderDefinition = z.infer<typeof providerDefinitionSchema>;

/** A provider as the API answers it: the whole definition with its aliases resolved, its name and its logo. */
export const providerSchema = providerDefinitionSchema.extend({
  name: definedProviderNameSchema,
  display_name: z.string().min(1),
  docs: z.string(),
  auth_mode: authModeSchema,
  /** Address of an SVG. */
  logo_url: z.string(),
});

/** A provider as the API answers it. */
export type Provider = z.infer<typeof providerSchema>;
