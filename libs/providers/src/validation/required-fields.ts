import type { AuthMode, ProviderDefinition } from '@svc/contracts';
import { getPath } from '../get-path.js';

const ALWAYS = ['display_name', 'docs', 'auth_mode'];

/** What a definition must say for the mode to work at all. */
const BY_MODE: Readonly<Record<AuthMode, readonly string[]>> = {
  OAUTH2: ['authorization_url', 'token_url'],
  OAUTH2_CC: ['token_url'],
  OAUTH1: ['request_url', 'authorization_url', 'token_url', 'signature_method'],
  API_KEY: [],
  BASIC: [],
  APP: ['authorization_url', 'token_url'],
  // The id of an installation in a callback can be anybody's.
  CUSTOM: ['authorization_url', 'token_url', 'installation_check_url'],
  TBA: ['proxy.base_url'],
  JWT: ['signature', 'token.signing_key', 'token.header'],
  TWO_STEP: ['token_url', 'token_response.token'],
  BILL: ['token_url'],
  SIGNATURE: ['signature', 'token'],
  AWS_SIGV4: ['aws_sigv4.service', 'proxy.base_url'],
  MCP_OAUTH2: ['client_registration', 'proxy.base_url'],
  MCP_OAUTH2_GENERIC: ['connection_config.mcp_server_url', 'proxy.base_url'],
  INSTALL_PLUGIN: ['authorization_url'],
  NONE: [],
};

/** Dot paths of required fields that are missing. */
export function missingFields(definition: ProviderDefinition): string[] {
  const { auth_mode: mode, installation } = definition;
  // An account that is connected from the provider's side never visits an authorization page.
  const forMode = mode && installation !== 'outbound' ? BY_MODE[mode] : [];
  return [...ALWAYS, ...forMode, ...forMcp(definition)].filter((path) => getPath(definition, path) === undefined);
}

/** An MCP server whose authorization address is given is asked for none of the others. */
const forMcp = ({ auth_mode: mode, authorization_url: url, client_registration: registration }: ProviderDefinition) =>
  mode === 'MCP_OAUTH2' && url !== undefined
    ? ['token_url', ...(registration === 'dynamic' ? ['registration_url'] : [])]
    : [];
