import { z } from 'zod';
import { assertionSchema } from './assertion.js';
import { headerMapSchema } from './provider-proxy.js';
import { templateMapSchema, templateSchema, templateTreeMapSchema } from './template-tree.js';

const dotPathsSchema = z.array(z.string().min(1));

/** Fields about sending a person to the provider (wire contract, section 18, "OAuth authorize"). */
export const oauthAuthorizeFields = {
  authorization_url: templateSchema.optional(),
  authorization_params: templateMapSchema.optional(),
  /** Texts in the finished authorization address to replace, for providers that insist on another spelling. */
  authorization_url_replacements: z.record(z.string(), z.string()).optional(),
  /** Fragment that the provider wants before the query, such as `#/login`. */
  authorization_url_fragment: z.string().optional(),
  authorization_url_skip_encode: z.array(z.enum(['scopes', 'base_url'])).optional(),
  /** Leave out parameters without a value. */
  authorization_url_skip_empty: z.boolean().optional(),
  /** Name of the code in the callback's query when it is not `code`. */
  authorization_code_param_in_callback: z.string().optional(),
  authorization_code_param_in_webhook: z.string().optional(),
  /** Between two scopes; a space unless said otherwise. */
  scope_separator: z.string().optional(),
  default_scopes: z.array(z.string()).optional(),
  available_scopes: z.array(z.string()).optional(),
  disable_pkce: z.boolean().optional(),
  /** Who answers at the callback, when it says so: its `iss` must be this (RFC 9207). */
  issuer: templateSchema.optional(),
};

/** Fields about asking for tokens (wire contract, section 18, "OAuth token"). */
export const oauthTokenFields = {
  /** One address, or one per credential of a CUSTOM provider. */
  token_url: z.union([templateSchema, z.record(z.string(), templateSchema)]).optional(),
  token_url_skip_encode: z.array(z.enum(['scopes', 'base_url'])).optional(),
  token_params: templateTreeMapSchema.optional(),
  token_request_auth_method: z.enum(['basic', 'custom', 'private_key_jwt']).optional(),
  /** Where the client's id and secret go; in the body unless `header`. */
  authorization_method: z.enum(['header', 'body']).optional(),
  body_format: z.enum(['form', 'json', 'xml']).optional(),
  refresh_url: templateSchema.optional(),
  /** Answers success to a person's token only where the installation of a CUSTOM provider is theirs to use. */
  installation_check_url: templateSchema.optional(),
  refresh_params: templateTreeMapSchema.optional(),
  /** Dot path of the access token when it is not `access_token`. */
  alternate_access_token_response_path: z.string().optional(),
  expires_in_unit: z.enum(['seconds', 'milliseconds']).optional(),
  /** Seconds before its expiry at which a token is renewed, instead of the usual 15 minutes. */
  token_expiration_buffer: z.number().int().nonnegative().optional(),
  require_client_certificate: z.boolean().optional(),
};

/** Fields about ending an authorization at the provider when its connection is deleted (RFC 7009, and what providers have instead). */
export const oauthRevocationFields = {
  /** Nothing is revoked without it. */
  revocation_url: templateSchema.optional(),
  /** `POST` unless said otherwise. */
  revocation_method: z.enum(['POST', 'DELETE', 'GET']).optional(),
  /** Who asks: the `client` as in token requests, which is the default; the client by `basic`; the token itself as `bearer`; `none`. */
  revocation_auth: z.enum(['client', 'basic', 'bearer', 'none']).optional(),
  /**
   * What goes with it: the `token`, which is the default, or the whole `grant`, with every other token that the person gave the
   * same app. A grant is left alone while another connection of the same person lives by it.
   */
  revocation_ends: z.enum(['token', 'grant']).optional(),
  /** Which token is ended; the refresh token where there is one, else the access token. */
  revocation_token: z.enum(['access_token', 'refresh_token']).optional(),
  /** Instead of `token` and `token_type_hint`. */
  revocation_params: templateTreeMapSchema.optional(),
  /** `form` unless said otherwise. */
  revocation_body_format: z.enum(['form', 'json']).optional(),
};

/** Dot paths whose values move into `connection_config` (wire contract, section 18, "captured data"). */
export const capturedDataFields = {
  token_response_metadata: dotPathsSchema.optional(),
  redirect_uri_metadata: dotPathsSchema.optional(),
  webhook_response_metadata: dotPathsSchema.optional(),
  refresh_token_response_metadata: dotPathsSchema.optional(),
};

const httpMethodSchema = z.enum(['GET', 'POST', 'PUT']);

/** Fields of OAUTH1 providers. */
export const oauth1Fields = {
  request_url: templateSchema.optional(),
  request_params: templateMapSchema.optional(),
  request_http_method: httpMethodSchema.optional(),
  token_http_method: httpMethodSchema.optional(),
  signature_method: z.enum(['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT']).optional(),
};

/** Fields of providers whose credentials are exchanged for a token by one call or several. */
export const twoStepFields = {
  token_headers: headerMapSchema.optional(),
  token_request_method: httpMethodSchema.optional(),
  token_response: z
    .strictObject({
      /** Dot path of the token. */
      token: z.string(),
      /** Dot path of its expiry. */
      token_expiration: z.string().optional(),
      /** What the expiry means: a moment, or seconds from now. */
      token_expiration_strategy: z.enum(['expireAt', 'expireIn']).optional(),
      refresh_token: z.string().optional(),
    })
    .optional(),
  /** What a token lives where the answer does not say; with OAUTH2, of tokens that can be renewed. */
  token_expires_in_ms: z.number().int().positive().optional(),
  /** Response headers to keep beside the body. */
  token_response_headers: z.array(z.string()).optional(),
  additional_steps: z
    .array(
      z.strictObject({
        token_url: templateSchema,
        token_params: templateTreeMapSchema.optional(),
        token_headers: headerMapSchema.optional(),
        body_format: z.enum(['form', 'json', 'xml']).optional(),
        token_request_method: httpMethodSchema.optional(),
      }),
    )
    .optional(),
  refresh_token_params: templateTreeMapSchema.optional(),
  refresh_token_headers: headerMapSchema.optional(),
  assertion: assertionSchema.optional(),
};

/** Fields of providers whose token the gateway signs itself (JWT and WSSE). */
export const signedTokenFields = {
  signature: z
    .strictObject({
      protocol: z.enum(['RSA', 'HMAC', 'EC', 'WSSE']),
      hmac_secret_encoding: z.enum(['hex', 'utf8']).optional(),
    })
    .optional(),
  token: z
    .strictObject({
      signing_key: templateSchema.optional(),
      expires_in_ms: z.number().int().positive(),
      header: z
        .strictObject({ alg: z.string(), typ: z.string().optional(), kid: templateSchema.optional() })
        .optional(),
      payload: z
        .strictObject({
          iss: templateSchema.optional(),
          aud: templateSchema.optional(),
          sub: templateSchema.optional(),
          scope: templateSchema.optional(),
        })
        .optional(),
    })
    .optional(),
};

/** Fields of MCP servers. */
export const mcpFields = {
  client_registration: z.enum(['dynamic', 'static', 'cimd']).optional(),
  registration_url: templateSchema.optional(),
  /** Address of the MCP server, which tokens are for, where it is not `proxy.base_url`. */
  mcp_server_url: templateSchema.optional(),
  registration_params: templateTreeMapSchema.optional(),
};
