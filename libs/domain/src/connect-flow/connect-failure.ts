import type { ConnectErrorType } from '@svc/contracts';
import { AppError, type ErrorCode } from '@svc/errors';
import { storableText } from '@svc/observability';
import { AuthorizationDenied } from '../auth-modes/authorization-denied.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { tokenFailureMessage } from './token-failure-message.js';

/** How connecting an account failed, for the person and for the page that waits. */
export interface ConnectFailure {
  readonly errorType: ConnectErrorType;
  /** May hold words of the provider: show it as text only. */
  readonly message: string;
  /** For the log. */
  readonly code: string;
  /** What nobody foresaw. */
  readonly isUnforeseen?: boolean;
}

const TYPE_OF_CODE: Partial<Record<ErrorCode, ConnectErrorType>> = {
  deprecated_authentication: 'account_or_environment_retrieval_err',
  invalid_connect_session_token_format: 'account_or_environment_retrieval_err',
  unknown_connect_session_token: 'account_or_environment_retrieval_err',
  unknown_provider_config: 'unknown_config_key',
  unknown_provider_template: 'provider_config_err',
  integration_not_allowed: 'provider_config_err',
  missing_client_id: 'provider_config_err',
  missing_client_secret: 'provider_config_err',
  invalid_auth_mode: 'auth_mode_err',
  invalid_query_params: 'url_param_err',
  invalid_uri_params: 'url_param_err',
  invalid_body: 'url_param_err',
  invalid_connection: 'connection_not_found',
  not_found: 'connection_not_found',
  connection_test_failed: 'connection_test_failed',
  connection_validation_failed: 'connection_validation_failed',
};

/** Any failure as the browser flow tells it (wire contract, section 6, "error_type values"). */
export function toConnectFailure(error: unknown): ConnectFailure {
  if (error instanceof AuthorizationDenied) {
    return { errorType: 'callback_err', message: deniedMessage(error), code: error.code };
  }
  if (error instanceof TokenFailure) {
    return { errorType: 'token_err', message: tokenFailureMessage(error), code: error.kind };
  }
  if (error instanceof AppError && error.status < 500) {
    return { errorType: TYPE_OF_CODE[error.code] ?? 'unknown_err', message: error.message, code: error.code };
  }
  const message = 'Something failed inside the gateway. Try again; if it goes on, tell its operator.';
  return { errorType: 'unknown_err', message, code: 'server_error', isUnforeseen: true };
}

/** Longest words of a provider that a person is shown, in characters. */
const MAX_WORDS_LENGTH = 500;

const REFUSED = new Set(['access_denied', 'user_denied', 'consent_required', 'permission_denied']);

function deniedMessage({ code, description }: AuthorizationDenied): string {
  const said = storableText(description ?? code, MAX_WORDS_LENGTH);
  return REFUSED.has(code)
    ? `Access was not allowed${description === undefined ? '' : `: ${said}`}.`
    : `The provider did not authorize: ${said}`;
}
