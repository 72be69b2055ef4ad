import type { FakeProvider, OidcProvider } from '@svc/testing';

/** What an operator would write for the services of the tests, by provider name. */
export type Definitions = Readonly<Record<string, string>>;

interface ProxyPart {
  /** As YAML, in one line. */
  readonly headers?: string;
  /** Path of the verification call. */
  readonly verify?: string;
}

/** A definition whose proxy calls `url`. */
const define = (
  mode: string,
  url: string,
  body: string,
  { headers = '{}', verify = '/me' }: ProxyPart = {},
): string => `
display_name: Test of ${mode}
docs: https://example.com/docs
auth_mode: ${mode}
${body.trim()}
proxy:
  base_url: ${url}
  headers: ${headers}
  verification: {method: GET, endpoints: ['${verify}']}
`;

/** OAuth 2 in its variants. */
export function oauth2Definitions({ url, tlsUrl }: FakeProvider): Definitions {
  const code = `authorization_url: ${url}/authorize\ntoken_url: ${url}/token`;
  return {
    oauth2: define('OAUTH2', url, `${code}\ndefault_scopes: [read]`),
    'oauth2-no-pkce': define('OAUTH2', url, `${code}\ndisable_pkce: true`),
    'oauth2-json-header': define('OAUTH2', url, `${code}\nbody_format: json\nauthorization_method: header`),
    'oauth2-assertion': define('OAUTH2', url, `${code}\ntoken_request_auth_method: private_key_jwt`),
    'oauth2-basic': define('OAUTH2', url, `${code}\ntoken_request_auth_method: basic`),
    'oauth2-captures': define(
      'OAUTH2',
      url,
      `${code}
scope_separator: ','
authorization_params: {prompt: consent, access: offline}
token_response_metadata: [team.id, instance_url]
redirect_uri_metadata: [shop]
connection_config:
  instance_url: {title: Instance, format: uri, optional: true}
  region: {title: Region, pattern: '[a-z]{2}', optional: true}`,
    ),
    'oauth2-outbound': define('OAUTH2', url, `${code}\ninstallation: outbound`),
    'oauth2-cc': define('OAUTH2_CC', url, `token_url: ${url}/token`),
    'oauth2-cc-basic': define('OAUTH2_CC', url, `token_url: ${url}/token\ntoken_request_auth_method: basic`),
    'oauth2-cc-assertion': define(
      'OAUTH2_CC',
      url,
      `token_url: ${url}/token
token_request_auth_method: private_key_jwt
credentials:
  client_id: {title: Client id}
  client_private_key: {title: Private key, secret: true}`,
    ),
    'oauth2-cc-tls': define('OAUTH2_CC', url, `token_url: ${tlsUrl}/token\nrequire_client_certificate: true`),
  };
}

/** Services of the OpenID provider. */
export const oidcDefinitions = ({ url }: OidcProvider): Definitions => ({
  ...Object.fromEntries(
    [
      ['oidc', ''],
      ['oidc-basic', 'token_request_auth_method: basic'],
      ['oidc-assertion', 'token_request_auth_method: private_key_jwt'],
    ].map(([name, more]) => [
      name,
      define(
        'OAUTH2',
        url,
        `authorization_url: ${url}/auth\ntoken_url: ${url}/token\ndefault_scopes: [openid, read]\n${more}`,
        { verify: '/resource' },
      ),
    ]),
  ),
  'oidc-cc': define('OAUTH2_CC', url, `token_url: ${url}/token\ndefault_scopes: [read]`, { verify: '/resource' }),
  'oidc-mcp': define('MCP_OAUTH2', url, `client_registration: dynamic\nmcp_server_url: ${url}/mcp`, { verify: '/mcp' }),
});

/** OAuth 1 with every way to sign. */
export const oauth1Definitions = ({ url }: FakeProvider): Definitions =>
  Object.fromEntries(
    ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT'].map((method) => [
      `oauth1-${method.toLowerCase()}`,
      define(
        'OAUTH1',
        url,
        `request_url: ${url}/oauth1/request_token
authorization_url: ${url}/oauth1/authorize
token_url: ${url}/oauth1/access_token
signature_method: ${method}
token_response_metadata: [user_id]`,
      ),
    ]),
  );

/** Apps that people install. */
export function appDefinitions({ url }: FakeProvider): Definitions {
  const installation = `${url}/app/installations/\${connectionConfig.installation_id}/access_tokens`;
  const bearer = { headers: "{authorization: 'Bearer ${accessToken}'}" };
  return {
    app: define(
      'APP',
      url,
      `authorization_url: \${appLink}/installations/new\ntoken_url: ${installation}\nredirect_uri_metadata: [installation_id]`,
    ),
    custom: define(
      'CUSTOM',
      url,
      `authorization_url: \${appLink}/installations/new
token_url: {OAUTH2: '${url}/token', APP: '${installation}'}
installation_check_url: ${url}/user/installations/\${connectionConfig.installation_id}/repositories
redirect_uri_metadata: [installation_id]`,
      bearer,
    ),
    plugin: define('INSTALL_PLUGIN', url, `authorization_url: ${url}/wp-admin/authorize-application.php`),
  };
}

/** MCP servers, by how a client becomes known to them. */
export function mcpDefinitions({ url, mcp }: FakeProvider): Definitions {
  const known = (registration: string): string =>
    define('MCP_OAUTH2', url, `client_registration: ${registration}\nmcp_server_url: ${mcp.url}`, { verify: '/mcp' });
  return {
    'mcp-static': known('static'),
    'mcp-dynamic': known('dynamic'),
    'mcp-cimd': known('cimd'),
    'mcp-generic': define(
      'MCP_OAUTH2_GENERIC',
      '${connectionConfig.mcp_server_url}',
      'connection_config:\n  mcp_server_url: {title: Address, format: uri}',
      { verify: '/' },
    ),
  };
}

const secret = '{title: Secret, secret: true}';
const plain = '{title: Value}';

/** Accounts that are reached with what a person types in. */
export function typedInDefinitions({ url }: FakeProvider): Definitions {
  return {
    'api-key': define('API_KEY', url, '', { headers: "{x-api-key: '${apiKey}'}" }),
    basic: define('BASIC', url, ''),
    none: define('NONE', url, '', { verify: '/nowhere' }).replace(/\n.*verification.*\n/, '\n'),
    tba: define('TBA', url, "connection_config:\n  accountId: {title: Account, pattern: '[A-Za-z0-9-]+'}"),
    bill: define('BILL', url, `token_url: ${url}/v3/login`, {
      headers: "{devkey: '${credentials.dev_key}', sessionid: '${credentials.session_id}'}",
    }),
    wsse: define('SIGNATURE', url, 'signature: {protocol: WSSE}\ntoken: {expires_in_ms: 240000}', {
      headers: "{x-wsse: '${accessToken}'}",
    }),
    aws: define(
      'AWS_SIGV4',
      url,
      `token_url: ${url}/sts
aws_sigv4: {service: execute-api, default_region: eu-central-1}
credentials:
  role_arn: {title: Role}
  region: {title: Region, optional: true}
  external_id: {title: External id, automated: true}
integration_config:
  aws_access_key_id: {title: Access key id}
  aws_secret_access_key: {title: Secret access key, secret: true}`,
    ),
  };
}

/** Tokens that the gateway signs itself. */
export function jwtDefinitions({ url, jwt }: FakeProvider): Definitions {
  const signed = (protocol: string, alg: string, kid: string, more = ''): string =>
    define(
      'JWT',
      url,
      `signature: {protocol: ${protocol}${more}}
token:
  signing_key: \${credentials.key}
  expires_in_ms: 3600000
  header: {alg: ${alg}, typ: JWT, kid: ${kid}}
  payload: {iss: '\${credentials.issuer}', aud: '${jwt.audience}'}
credentials:
  issuer: ${plain}
  key: ${secret}`,
    );
  return {
    'jwt-rsa': signed('RSA', 'RS256', 'rsa'),
    'jwt-ec': signed('EC', 'ES256', 'ec'),
    'jwt-hmac': signed('HMAC', 'HS256', 'hmac', ', hmac_secret_encoding: utf8'),
    'jwt-hmac-hex': signed('HMAC', 'HS256', 'hmac-hex', ', hmac_secret_encoding: hex'),
  };
}

/** Credentials that calls exchange for a token. */
export function twoStepDefinitions({ url }: FakeProvider): Definitions {
  const login = (format: string, params: string, more = ''): string =>
    define(
      'TWO_STEP',
      url,
      `token_url: ${url}/login
token_request_method: POST
body_format: ${format}
token_params: ${params}
token_response: {token: data.token, token_expiration: data.expires_in, token_expiration_strategy: expireIn${more}}
credentials:
  username: ${plain}
  password: ${secret}`,
    );
  const pair = "{username: '${credentials.username}', password: '${credentials.password}'}";
  return {
    'two-step': login('json', pair),
    'two-step-form': login('form', pair),
    'two-step-xml': login('xml', `{login: ${pair}}`),
    'two-step-refresh': `${login('json', pair, ', refresh_token: data.refresh_token').trimEnd()}
refresh_url: ${url}/login/refresh
refresh_token_params: {refresh_token: '\${credentials.refresh_token}'}
`,
    'two-step-chain': `${login('json', pair).trimEnd()}
additional_steps:
  - token_url: ${url}/login/tenant
    token_request_method: POST
    body_format: json
    token_headers: {authorization: 'Bearer \${step1.session.key}'}
    token_params: {tenant: '\${connectionConfig.tenant}'}
connection_config:
  tenant: {title: Tenant, pattern: '[a-z]+'}
`,
  };
}

/** Everything that the fake provider stands for. */
export const allDefinitions = (provider: FakeProvider): Definitions => ({
  ...oauth2Definitions(provider),
  ...oauth1Definitions(provider),
  ...appDefinitions(provider),
  ...mcpDefinitions(provider),
  ...typedInDefinitions(provider),
  ...jwtDefinitions(provider),
  ...twoStepDefinitions(provider),
});
