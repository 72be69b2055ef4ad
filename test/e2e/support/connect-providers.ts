import type { FakeProvider, OidcProvider } from '@svc/testing';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Markup as an attacker would write it; whoever shows it as anything but text is told by an alert. */
export const MARKUP = `<img src=x onerror="alert(1)"><b>bold</b>`;

const oauth = ({ url }: OidcProvider): string => `
display_name: Acme Cloud
docs: https://acme.example/docs
auth_mode: OAUTH2
authorization_url: ${url}/auth
token_url: ${url}/token
default_scopes: [openid, read]
proxy:
  base_url: ${url}
  verification: {method: GET, endpoints: [/resource]}
`;

const typedIn = ({ url }: FakeProvider, mode: string, header: string, rest: string): string => `
docs: https://acme.example/docs
auth_mode: ${mode}
${rest.trim()}
proxy:
  base_url: ${url}
  headers: ${header}
  verification: {method: GET, endpoints: [/me]}
`;

const apiKey = `
display_name: Key Store
connection_config:
  shop:
    title: Shop
    description: The part of the address before .shop.example.
    example: acme
    pattern: '[a-z]+'
    prefix: https://
    suffix: .shop.example
    order: 1
credentials:
  apiKey: {title: API key, secret: true, order: 2, doc_section: keys}
`;

const twoStep = ({ url }: FakeProvider): string => `
display_name: Two Steps
token_url: ${url}/login
token_request_method: POST
body_format: json
token_params: {username: '\${credentials.username}', password: '\${credentials.password}'}
token_response: {token: data.token, token_expiration: data.expires_in, token_expiration_strategy: expireIn}
credentials:
  username: {title: E-mail address, format: email, order: 1}
  password: {title: Password, secret: true, order: 2}
`;

const quoted = (text: string): string => JSON.stringify(text);

/** Markup in everything that a definition lets a person see. */
const hostile = ({ url }: FakeProvider): string => `
display_name: ${quoted(`Hostile ${MARKUP}`)}
docs_connect: ${quoted(`https://acme.example/docs?${MARKUP}`)}
token_url: ${url}/login
token_request_method: POST
token_params: {key: '\${credentials.apiKey}'}
token_response: {token: data.token}
connection_config:
  region:
    title: ${quoted(`Region ${MARKUP}`)}
    description: ${quoted(`Description ${MARKUP}`)}
    prefix: ${quoted(`Prefix ${MARKUP}`)}
    suffix: ${quoted(`Suffix ${MARKUP}`)}
    example: ${quoted(`Example ${MARKUP}`)}
    doc_section: ${quoted(`"onclick="alert(3)`)}
    optional: true
    order: 1
  zone:
    title: Zone
    enum: [${quoted(`Option ${MARKUP}`)}, plain]
    warnings: {${quoted(`Option ${MARKUP}`)}: ${quoted(`Warning ${MARKUP}`)}}
    order: 2
credentials:
  apiKey: {title: API key, secret: true, order: 3}
`;

/** Definitions of the providers that the tests of the connect page use, in a folder of their own. */
export const writeConnectProviders = async (fake: FakeProvider, oidc: OidcProvider): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'connect-providers-'));
  const key = "{x-api-key: '${apiKey}'}";
  const definitions: Readonly<Record<string, string>> = {
    'acme-cloud': oauth(oidc),
    'key-store': typedIn(fake, 'API_KEY', key, apiKey),
    'basic-box': typedIn(
      fake,
      'BASIC',
      "{authorization: 'Basic ${base64(${username}:${password})}'}",
      'display_name: Basic Box',
    ),
    'two-steps': typedIn(fake, 'TWO_STEP', "{authorization: 'Bearer ${accessToken}'}", twoStep(fake)),
    hostile: typedIn(fake, 'TWO_STEP', "{authorization: 'Bearer ${accessToken}'}", hostile(fake)),
  };
  for (const [name, definition] of Object.entries(definitions)) {
    await writeFile(path.join(folder, `${name}.yaml`), definition);
  }
  return folder;
};
