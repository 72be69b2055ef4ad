import type { AuthMode, ProviderDefinition } from '@svc/contracts';
import { REQUEST_PART_NAMES } from '../interpolation/request-parts.js';

/** Stored credential fields of each mode (wire contract, section 17). */
const CREDENTIAL_FIELDS: Readonly<Record<AuthMode, readonly string[]>> = {
  OAUTH2: ['access_token', 'refresh_token'],
  OAUTH2_CC: ['token', 'client_id', 'client_secret', 'client_certificate', 'client_private_key'],
  OAUTH1: ['oauth_token', 'oauth_token_secret'],
  API_KEY: ['apiKey'],
  BASIC: ['username', 'password'],
  APP: ['access_token', 'jwtToken'],
  CUSTOM: ['access_token', 'jwtToken', 'userCredentials'],
  TBA: ['token_id', 'token_secret'],
  JWT: ['token'],
  TWO_STEP: ['token', 'refresh_token'],
  BILL: ['username', 'password', 'organization_id', 'dev_key', 'session_id', 'user_id'],
  SIGNATURE: ['username', 'password', 'token'],
  AWS_SIGV4: ['role_arn', 'region', 'service', 'access_key_id', 'secret_access_key', 'session_token', 'external_id'],
  MCP_OAUTH2: ['access_token', 'refresh_token'],
  MCP_OAUTH2_GENERIC: ['access_token', 'refresh_token'],
  INSTALL_PLUGIN: ['username', 'password'],
  NONE: [],
};

const BARE = [...REQUEST_PART_NAMES, 'accessToken', 'clientId', 'clientSecret', 'appId', 'appLink', 'random'];

/** Names of credentials that placeholders of this definition may use. */
export function knownCredentials(definition: ProviderDefinition): ReadonlySet<string> {
  const forMode = definition.auth_mode ? CREDENTIAL_FIELDS[definition.auth_mode] : [];
  const signed = definition.assertion ? ['assertion'] : [];
  return new Set([...forMode, ...signed, 'raw', ...Object.keys(definition.credentials ?? {})]);
}

/** Names that may stand alone in a placeholder. */
export const knownBareNames = (definition: ProviderDefinition): ReadonlySet<string> =>
  new Set([...BARE, ...knownCredentials(definition)]);

/** Keys of connection_config that are entered, captured or filled in by a strategy. */
export function knownConnectionConfig(definition: ProviderDefinition): ReadonlySet<string> {
  return new Set([
    ...Object.keys(definition.connection_config ?? {}),
    ...Object.keys(definition.proxy?.connection_config ?? {}),
    ...(definition.token_response_metadata ?? []),
    ...(definition.redirect_uri_metadata ?? []),
    ...(definition.webhook_response_metadata ?? []),
    ...(definition.refresh_token_response_metadata ?? []),
    ...(definition.connection_configuration ?? []),
    // An installed app's identity is always captured.
    ...(definition.auth_mode === 'APP' || definition.auth_mode === 'CUSTOM' ? ['app_id', 'installation_id'] : []),
    ...(definition.auth_mode === 'MCP_OAUTH2_GENERIC' ? ['mcp_server_url'] : []),
  ]);
}
