import type { Credentials } from '@svc/contracts';
import type { ObtainedCredentials } from '../obtained-credentials.js';

/** Credentials that are used as they were typed in, until somebody takes them back. */
export const lasting = (credentials: Credentials): ObtainedCredentials => ({
  credentials,
  expiresAt: null,
  connectionConfig: {},
  isRotated: null,
});
