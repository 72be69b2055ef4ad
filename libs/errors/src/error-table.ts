/** How a failure is treated: HTTP status, whether the same call may succeed later, and how loudly it is logged. */
export interface ErrorTraits {
  readonly status: number;
  readonly retryable: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

const callerError = (status: number): ErrorTraits => ({ status, retryable: false, logLevel: 'info' });
const temporary = (status: number): ErrorTraits => ({ status, retryable: true, logLevel: 'warn' });
const broken = (status: number): ErrorTraits => ({ status, retryable: false, logLevel: 'error' });

/**
 * The one table of error codes (wire contract, sections 1 to 14). Where a route answers a code with another status than
 * the usual one, the thrower says so (`AppError` option `status`).
 */
export const ERROR_TABLE = {
  // Authentication and access
  missing_auth_header: callerError(401),
  malformed_auth_header: callerError(401),
  invalid_secret_key_format: callerError(401),
  unknown_account: callerError(401),
  invalid_connect_session_token_format: callerError(401),
  unknown_connect_session_token: callerError(401),
  deprecated_authentication: callerError(401),
  invalid_run_token: callerError(401),
  forbidden: callerError(403),
  invalid_permissions: callerError(403),
  too_many_request: temporary(429),

  // Shape of the request
  invalid_content_type: callerError(415),
  invalid_json: callerError(400),
  invalid_query_params: callerError(400),
  invalid_body: callerError(400),
  invalid_uri_params: callerError(400),
  invalid_headers: callerError(400),
  invalid_request: callerError(400),
  body_too_large: callerError(413),
  body_too_large_to_sign: callerError(413),
  method_not_allowed: callerError(405),
  not_found: callerError(404),
  conflict: callerError(409),
  resource_capped: callerError(400),

  // Accounts and environments
  unknown_environment: callerError(404),
  cannot_delete_prod_environment: callerError(400),
  invalid_is_prod_flag: callerError(400),

  // Webhooks of providers
  ambiguous_integration: callerError(409),
  invalid_webhook_signature: callerError(401),

  // Integrations and connections
  unknown_provider_config: callerError(400),
  unknown_provider_template: callerError(404),
  missing_provider_config_key: callerError(400),
  unknown_connection: callerError(400),
  invalid_credentials: callerError(400),
  missing_client_id: callerError(400),
  missing_client_secret: callerError(400),
  invalid_auth_mode: callerError(400),
  invalid_connection: callerError(400),
  integration_not_allowed: callerError(400),
  reconnect_not_supported: callerError(400),
  missing_expires_at: callerError(400),
  connection_test_failed: callerError(400),
  connection_validation_failed: callerError(400),
  connection_refresh_backoff: temporary(424),
  refresh_interrupted: callerError(424),

  // Proxy
  upstream_unreachable: temporary(502),
  base_url_override_disabled: callerError(400),
  base_url_override_not_allowed: callerError(400),
  address_not_allowed: callerError(400),
  missing_api_url: callerError(400),
  invalid_certificate_or_key_format: callerError(400),
  unsupported_provider: callerError(400),
  unsupported_auth: callerError(400),

  // Syncs and records
  no_syncs_found: callerError(400),
  unknown_sync: callerError(400),
  invalid_variant: callerError(400),
  sync_variant_already_exists: callerError(400),
  run_superseded: callerError(409),
  checkpoint_conflict: callerError(409),
  invalid_sync_record: callerError(400),

  // Actions and functions
  disabled_resource: callerError(404),
  invalid_action_input: callerError(400),
  invalid_action_output: callerError(400),
  action_output_too_big: callerError(413),
  action_nesting_too_deep: callerError(400),
  action_script_runtime_error: callerError(500),
  script_http_error: callerError(424),
  script_api_rate_limit_error: temporary(424),
  script_network_error: temporary(500),
  script_internal_error: callerError(500),
  script_aborted: callerError(410),
  function_runtime_out_of_memory: callerError(500),
  function_runtime_timed_out: callerError(500),
  execution_timeout: callerError(500),
  action_script_failure: temporary(500),
  action_failure: callerError(400),
  compilation_error: callerError(400),
  validation_error: callerError(400),
  dryrun_error: callerError(400),
  deployment_error: callerError(400),
  integration_not_found: callerError(404),
  connection_not_found: callerError(404),
  dryrun_not_found: callerError(404),
  deployment_not_found: callerError(404),
  template_not_found: callerError(404),
  template_already_deployed: callerError(409),
  function_disabled: callerError(400),
  plan_limit: callerError(400),
  timeout: temporary(504),
  ambiguous_function: callerError(409),
  function_managed_by_deploy: callerError(400),
  concurrent_deployment: temporary(409),
  execution_environment_unavailable: temporary(503),
  temporal_unavailable: temporary(503),

  // The gateway itself
  service_unavailable: temporary(503),
  server_error: broken(500),
  generic_error_support: broken(500),
} as const satisfies Record<string, ErrorTraits>;

/** Every code that the gateway answers with. */
export type ErrorCode = keyof typeof ERROR_TABLE;
