import { z } from 'zod';

/**
 * How a provider lets an account connect (wire contract, section 17). The mode decides what is stored, how it is renewed
 * and how the proxy proves who is calling.
 */
export const AUTH_MODES = [
  'OAUTH2',
  'OAUTH2_CC',
  'OAUTH1',
  'API_KEY',
  'BASIC',
  'APP',
  'CUSTOM',
  'TBA',
  'JWT',
  'TWO_STEP',
  'BILL',
  'SIGNATURE',
  'AWS_SIGV4',
  'MCP_OAUTH2',
  'MCP_OAUTH2_GENERIC',
  'INSTALL_PLUGIN',
  'NONE',
] as const;

/** One of {@link AUTH_MODES}. */
export const authModeSchema = z.enum(AUTH_MODES);

/** One of {@link AUTH_MODES}. */
export type AuthMode = z.infer<typeof authModeSchema>;
