/** Where sealed texts are kept. */
export interface SealedColumn {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly [string, ...string[]];
  readonly column: string;
  /** Field of a JSON column. */
  readonly field?: string;
  /** What its texts are sealed for, so that one which is moved to another column does not open. */
  readonly purpose: string;
}

const ID: readonly [string] = ['id'];

/** Every place of a sealed text: a text that is kept elsewhere is lost when the encryption key is rotated. */
export const SEALED_COLUMNS = {
  actionError: { table: 'action_runs', key: ID, column: 'error_sealed', purpose: 'action_runs.error' },
  actionInput: { table: 'action_runs', key: ID, column: 'input_sealed', purpose: 'action_runs.input' },
  actionOutput: { table: 'action_runs', key: ID, column: 'output_sealed', purpose: 'action_runs.output' },
  clientRegistration: {
    table: 'client_registrations',
    key: ['integration_id', 'registration_key'],
    column: 'client_sealed',
    purpose: 'client_registration',
  },
  connectAttempt: { table: 'connect_attempts', key: ID, column: 'memory_sealed', purpose: 'connect_attempt.memory' },
  connectionCredentials: {
    table: 'connections',
    key: ID,
    column: 'credentials_sealed',
    purpose: 'connection.credentials',
  },
  connectSession: { table: 'connect_sessions', key: ID, column: 'details_sealed', purpose: 'connect_session.details' },
  dryRunWrite: { table: 'dry_run_writes', key: ID, column: 'data_sealed', purpose: 'dry_run_writes.data' },
  environmentVariable: {
    table: 'environment_variables',
    key: ['environment_id', 'name'],
    column: 'value_sealed',
    purpose: 'environment_variables.value',
  },
  functionJobRequest: { table: 'function_jobs', key: ID, column: 'request_sealed', purpose: 'function_jobs.request' },
  functionJobResult: { table: 'function_jobs', key: ID, column: 'result_sealed', purpose: 'function_jobs.result' },
  hmacKey: {
    table: 'environments',
    key: ID,
    column: 'settings',
    field: 'hmac_key_sealed',
    purpose: 'environments.settings',
  },
  integrationConfig: { table: 'integrations', key: ID, column: 'config_sealed', purpose: 'integration.config' },
  integrationCredentials: {
    table: 'integrations',
    key: ID,
    column: 'credentials_sealed',
    purpose: 'integration.credentials',
  },
  otlpHeaders: {
    table: 'environments',
    key: ID,
    column: 'settings',
    field: 'otlp_headers_sealed',
    purpose: 'environments.settings',
  },
  revocationSubject: {
    table: 'credential_revocations',
    key: ID,
    column: 'subject_sealed',
    purpose: 'credential_revocations.subject',
  },
  signingKey: {
    table: 'environments',
    key: ID,
    column: 'webhook_signing_key_sealed',
    purpose: 'environments.webhook_signing_key',
  },
  signingKeyBefore: {
    table: 'environments',
    key: ID,
    column: 'webhook_signing_key_previous_sealed',
    purpose: 'environments.webhook_signing_key',
  },
} as const satisfies Readonly<Record<string, SealedColumn>>;
