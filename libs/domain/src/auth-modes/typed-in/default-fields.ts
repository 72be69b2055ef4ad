import type { AuthMode, InputField, InputFields, Provider } from '@svc/contracts';

const plain = (title: string): InputField => ({ type: 'string', title });
const secret = (title: string): InputField => ({ type: 'string', title, secret: true });
const optional = (field: InputField): InputField => ({ ...field, optional: true });

/** What is typed in for a mode whose definition does not say (wire contract, section 6, "Browser auth endpoints"). */
const DEFAULT_FIELDS: Readonly<Partial<Record<AuthMode, InputFields>>> = {
  API_KEY: { apiKey: secret('API key') },
  BASIC: { username: plain('User name'), password: optional(secret('Password')) },
  TBA: { token_id: plain('Token id'), token_secret: secret('Token secret') },
  BILL: {
    username: plain('User name'),
    password: secret('Password'),
    organization_id: plain('Organization id'),
    dev_key: secret('Developer key'),
  },
  SIGNATURE: { username: plain('User name'), password: secret('Password') },
  AWS_SIGV4: { role_arn: plain('Role ARN'), region: optional(plain('Region')) },
};

const CLIENT: InputFields = { client_id: plain('Client id'), client_secret: secret('Client secret') };

const CERTIFIED_CLIENT: InputFields = {
  client_id: plain('Client id'),
  client_secret: optional(secret('Client secret')),
  client_certificate: plain('Certificate'),
  client_private_key: secret('Private key'),
};

/** What is typed in to connect an account of this provider. */
export function credentialFieldsOf(provider: Provider): InputFields {
  const { auth_mode: mode, credentials, require_client_certificate: isCertified } = provider;
  if (credentials) return credentials;
  if (mode === 'OAUTH2_CC') return isCertified ? CERTIFIED_CLIENT : CLIENT;
  return DEFAULT_FIELDS[mode] ?? {};
}
