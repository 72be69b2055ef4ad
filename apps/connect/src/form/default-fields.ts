import type { InputField, InputFields, Provider } from '@svc/contracts';
import type { Dictionary } from '../text/dictionary.js';

const plain = (title: string, more: Partial<InputField> = {}): InputField => ({ type: 'string', title, ...more });
const secret = (title: string, more: Partial<InputField> = {}): InputField => plain(title, { secret: true, ...more });

/** What a mode needs, for definitions that do not say how it is to be asked for. */
export function defaultCredentialFields(provider: Provider, { fields: text }: Dictionary): InputFields {
  switch (provider.auth_mode) {
    case 'API_KEY':
      return { apiKey: secret(text.apiKey) };
    case 'BASIC':
    case 'SIGNATURE':
      return { username: plain(text.username), password: secret(text.password) };
    case 'OAUTH2_CC':
      return provider.require_client_certificate
        ? {
            client_id: plain(text.clientId),
            client_secret: secret(text.clientSecret, { optional: true }),
            client_certificate: plain(text.clientCertificate, { example: '-----BEGIN CERTIFICATE-----' }),
            client_private_key: secret(text.clientPrivateKey, { example: '-----BEGIN PRIVATE KEY-----' }),
          }
        : { client_id: plain(text.clientId), client_secret: secret(text.clientSecret) };
    case 'TBA':
      return { token_id: plain(text.tokenId), token_secret: secret(text.tokenSecret) };
    case 'BILL':
      return {
        username: plain(text.username),
        password: secret(text.password),
        organization_id: plain(text.organizationId),
        dev_key: secret(text.devKey),
      };
    case 'AWS_SIGV4':
      return {
        role_arn: plain(text.roleArn, { example: 'arn:aws:iam::123456789012:role/integration' }),
        region: plain(text.region, { example: 'eu-central-1', optional: true }),
      };
    default:
      return {};
  }
}

/** What the person is asked for beside credentials, where the definition does not say. */
export function defaultConfigFields(provider: Provider, { fields: text }: Dictionary): InputFields {
  if (provider.auth_mode !== 'MCP_OAUTH2_GENERIC') return {};
  return { mcp_server_url: plain(text.serverAddress, { format: 'uri', example: 'https://mcp.example.com' }) };
}
