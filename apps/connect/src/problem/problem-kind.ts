/** What can go wrong, as a person sees it. The dictionary has a title and a sentence for each. */
export type ProblemKind =
  | 'credentialsRefused'
  | 'validationFailed'
  | 'denied'
  | 'providerRefused'
  | 'providerDown'
  | 'tokenFailed'
  | 'attemptExpired'
  | 'otherBrowser'
  | 'input'
  | 'setup'
  | 'notAllowed'
  | 'limit'
  | 'busy'
  | 'network'
  | 'sessionExpired'
  | 'linkIncomplete'
  | 'nothingToConnect'
  | 'unexpected';

const KIND_BY_CODE: ReadonlyMap<string, ProblemKind> = new Map([
  ['connection_test_failed', 'credentialsRefused'],
  ['invalid_credentials', 'credentialsRefused'],
  ['connection_validation_failed', 'validationFailed'],
  ['access_denied', 'denied'],
  ['callback_err', 'providerRefused'],
  ['token_err', 'tokenFailed'],
  ['state_err', 'attemptExpired'],
  ['timed_out', 'attemptExpired'],
  ['state_cookie_err', 'otherBrowser'],
  ['url_param_err', 'input'],
  ['invalid_body', 'input'],
  ['invalid_query_params', 'input'],
  ['auth_mode_err', 'setup'],
  ['invalid_auth_mode', 'setup'],
  ['grant_type_err', 'setup'],
  ['provider_config_err', 'setup'],
  ['no_provider_config_key', 'setup'],
  ['unknown_config_key', 'setup'],
  ['unknown_provider_config', 'setup'],
  ['unknown_provider_template', 'setup'],
  ['account_or_environment_retrieval_err', 'setup'],
  ['missing_client_id', 'setup'],
  ['missing_client_secret', 'setup'],
  ['missing_connection_id', 'setup'],
  ['connection_not_found', 'setup'],
  ['invalid_connection', 'setup'],
  ['missing_hmac', 'setup'],
  ['invalid_hmac', 'setup'],
  ['address_not_allowed', 'setup'],
  ['integration_not_allowed', 'notAllowed'],
  ['resource_capped', 'limit'],
  ['too_many_request', 'busy'],
  ['upstream_unreachable', 'providerDown'],
  ['network_error', 'network'],
  ['unknown_connect_session_token', 'sessionExpired'],
  ['invalid_connect_session_token_format', 'sessionExpired'],
  ['missing_auth_header', 'sessionExpired'],
]);

/** The kind of a code of the gateway, or of this page's own. */
export function problemKindOf(code: string): ProblemKind {
  return KIND_BY_CODE.get(code) ?? 'unexpected';
}
