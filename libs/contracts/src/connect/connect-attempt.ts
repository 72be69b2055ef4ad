import { z } from 'zod';

/** How an authorization in the browser failed (wire contract, section 6). */
export const CONNECT_ERROR_TYPES = [
  'auth_mode_err',
  'callback_err',
  'account_or_environment_retrieval_err',
  'grant_type_err',
  'missing_connection_id',
  'no_provider_config_key',
  'provider_config_err',
  'state_err',
  'state_cookie_err',
  'token_err',
  'unknown_config_key',
  'url_param_err',
  'connection_validation_failed',
  'connection_test_failed',
  'unknown_err',
  'missing_hmac',
  'invalid_hmac',
  'connection_not_found',
] as const;
/** How an authorization in the browser failed. */
export type ConnectErrorType = (typeof CONNECT_ERROR_TYPES)[number];

/**
 * How far an authorization in the browser is. `unknown`: the pop-up has not reached the gateway. Fields that do not apply are
 * null.
 */
export const connectAttemptSchema = z.object({
  status: z.enum(['unknown', 'waiting', 'success', 'error']),
  provider_config_key: z.string().nullable(),
  connection_id: z.string().nullable(),
  /** Somebody at the provider still has to approve it; there is no connection yet. */
  is_pending: z.boolean(),
  error_type: z.enum(CONNECT_ERROR_TYPES).nullable(),
  /** For people. May hold words of the provider: show it as text. */
  error_desc: z.string().nullable(),
});
/** How far an authorization in the browser is. */
export type ConnectAttempt = z.infer<typeof connectAttemptSchema>;

/** Path parameters of `GET /connect/attempts/{attempt}`. */
export const connectAttemptParamsSchema = z.strictObject({ attempt: z.uuid() });
/** Path parameters of `GET /connect/attempts/{attempt}`. */
export type ConnectAttemptParams = z.infer<typeof connectAttemptParamsSchema>;

/** Answer of `GET /connect/attempts/{attempt}`. */
export const connectAttemptResponseSchema = z.object({ data: connectAttemptSchema });
/** Answer of `GET /connect/attempts/{attempt}`. */
export type ConnectAttemptResponse = z.infer<typeof connectAttemptResponseSchema>;

/** Answer of the routes that take typed-in credentials. */
export const connectedSchema = z.object({ providerConfigKey: z.string(), connectionId: z.string() });
/** Answer of the routes that take typed-in credentials. */
export type Connected = z.infer<typeof connectedSchema>;
