import { oauth2CredentialsSchema, type Credentials, type CredentialsOf } from '@svc/contracts';

/**
 * The person's own tokens, sealed together with the installation's. They are shown at `connection_config.userCredentials`
 * (wire contract, section 17).
 */
export const USER_CREDENTIALS = 'userCredentials';

/** The person's own tokens; undefined where an installation was imported. */
export const userCredentialsOf = (credentials: Credentials): CredentialsOf<'OAUTH2'> | undefined =>
  oauth2CredentialsSchema.safeParse(credentials[USER_CREDENTIALS]).data;
