import type { ProviderData } from './provider-answer.js';

/** Answer of the provider's token endpoint, as it came. */
export type RawTokenAnswer = Record<string, ProviderData>;

/** An app of the customer's own that replaces the integration's for one connection. */
export interface ConfigOverride {
  client_id?: string;
  client_secret?: string;
}

/** OAuth 2. `expires_at` is ISO 8601; `refresh_token` comes only with `getConnection(key, id, { refreshToken: true })`. */
export interface OAuth2Credentials {
  type: 'OAUTH2';
  access_token: string;
  refresh_token?: string;
  expires_at?: string;
  raw: RawTokenAnswer;
  config_override?: ConfigOverride;
}

/** OAuth 2 client credentials: the client, and the token that it was given. */
export interface OAuth2ClientCredentials {
  type: 'OAUTH2_CC';
  token: string;
  expires_at?: string;
  client_id: string;
  client_secret: string;
  client_certificate?: string;
  client_private_key?: string;
  raw: RawTokenAnswer;
}

/** OAuth 1: the pair that signs requests. */
export interface OAuth1Credentials {
  type: 'OAUTH1';
  oauth_token: string;
  oauth_token_secret: string;
  raw: RawTokenAnswer;
}

/** An API key. */
export interface ApiKeyCredentials {
  type: 'API_KEY';
  apiKey: string;
}

/** User name and password; either may be empty. */
export interface BasicApiCredentials {
  type: 'BASIC';
  username: string;
  password: string;
}

/** Token-based authentication as NetSuite has it. */
export interface TbaCredentials {
  type: 'TBA';
  token_id: string;
  token_secret: string;
  config_override: ConfigOverride;
}

/** An installed app: the token of the installation. */
export interface AppCredentials {
  type: 'APP';
  access_token?: string;
  expires_at?: string;
  raw: RawTokenAnswer;
}

/** An installed app whose user was authorized as well. */
export interface CustomCredentials {
  type: 'CUSTOM';
  access_token?: string;
  expires_at?: string;
  raw: RawTokenAnswer;
}

interface TokenCredentials {
  token?: string;
  expires_at?: string;
  raw?: RawTokenAnswer;
}

/** A signed token, beside the fields that the provider's form asks for. */
export interface JwtCredentials extends TokenCredentials {
  type: 'JWT';
  [field: string]: ProviderData;
}

/** A token that was exchanged for the fields that the provider's form asks for, which stand beside it. */
export interface TwoStepCredentials extends TokenCredentials {
  type: 'TWO_STEP';
  refresh_token?: string;
  [field: string]: ProviderData;
}

/** A session that was opened with the fields beside it. */
export interface BillCredentials extends TokenCredentials {
  type: 'BILL';
  [field: string]: ProviderData;
}

/** A token that is a signature, beside what it was made of. */
export interface SignatureCredentials extends TokenCredentials {
  type: 'SIGNATURE';
  [field: string]: ProviderData;
}

/** Temporary keys of an assumed role, as AWS's names with underscores. */
export interface AwsSigV4Credentials extends TokenCredentials {
  type: 'AWS_SIGV4';
  [field: string]: ProviderData;
}

/** A provider that wants none. */
export interface UnauthenticatedCredentials {
  type: 'NONE';
}

/** Credentials of a connection; `type` tells which (wire contract, section 17). */
export type ConnectionCredentials =
  | OAuth2Credentials
  | OAuth2ClientCredentials
  | OAuth1Credentials
  | ApiKeyCredentials
  | BasicApiCredentials
  | TbaCredentials
  | AppCredentials
  | CustomCredentials
  | JwtCredentials
  | TwoStepCredentials
  | BillCredentials
  | SignatureCredentials
  | AwsSigV4Credentials
  | UnauthenticatedCredentials;
