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

/** What is typed in to connect an account of this provider. */
export const credentialFieldsOf = ({ auth_mode: mode, credentials }: Provider): InputFields =>
  credentials ?? DEFAULT_FIELDS[mode] ?? {};
