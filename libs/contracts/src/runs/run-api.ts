// Free of zod, so that a child process of the runner starts without it.

/** Paths of the internal run API, below `INTERNAL_URL`. All need the run token. */
export const RUN_API = {
  /** GET: JSON `ScriptResponse` of the script with this hash, if the run's environment owns it. */
  script: (hash: string) => `/run/scripts/${hash}`,
  /** POST `RunProxyRequest`: the provider's answer, see {@link UPSTREAM_META_HEADER}. */
  proxy: '/run/proxy',
  /** POST `RunLogBatch`. */
  logs: '/run/logs',
  /**
   * GET, query `force_refresh`, `refresh_token`: the connection with credentials, as `GET /connections/{id}`. Another
   * connection of the environment with `provider_config_key` and `connection_id` (each defaults to the run's own).
   */
  connection: '/run/connection',
  /** GET: the integration, as `GET /integrations/{key}` (`{data}`); query `include`, once per value. */
  integration: '/run/integration',
  /** POST `RunTriggerAction`: runs another action of the environment; `TriggeredActionOutcome`. */
  triggerAction: '/run/actions/trigger',
  /** POST `RunFetchRequest`: an answer as that of {@link RUN_API.proxy}, of any address, without credentials. */
  fetch: '/run/fetch',
  /** POST `RunTriggerSync`. */
  triggerSync: '/run/syncs/trigger',
  /** POST `RunTriggerSync`, without `reset` and `empty_cache`. */
  startSync: '/run/syncs/start',
  /** POST `AcquireLock`: `{acquired}`. */
  acquireLock: '/run/locks/acquire',
  /** POST `ReleaseLock`: `{released}`. */
  releaseLock: '/run/locks/release',
  /** POST: gives back all that the run holds. */
  releaseLocks: '/run/locks/release-all',
  /** POST `RunAgain`; for functions that run after a connection's creation. */
  runAgain: '/run/again',
  /** GET: `[{name, value}]`. */
  environmentVariables: '/run/environment-variables',
  /** GET, PUT (replace), PATCH (merge): metadata of the connection. */
  metadata: '/run/metadata',
  /** GET: `CheckpointResponse`. PUT `CheckpointSave`: `{version}`. DELETE: `{version}`. */
  checkpoint: '/run/checkpoint',
  /** POST newline-delimited JSON, a record a line; query `model`: `RecordWriteResult`. */
  saveRecords: '/run/records/save',
  /** POST newline-delimited JSON as above, laid over existing records; query `model`: `RecordWriteResult`. */
  updateRecords: '/run/records/update',
  /** POST `{ids}`; query `model`: `RecordWriteResult`. */
  deleteRecords: '/run/records/delete',
  /** POST `{ids}`, or `{cursor}`; query `model`: a page as `GET /records` answers it. */
  readRecords: '/run/records/read',
  /** GET; query `model`: `RecordPlace`. */
  recordPlace: '/run/records/place',
  /** POST; query `model`. */
  startTracking: '/run/records/tracking/start',
  /** POST; query `model`: `EndedTracking`. */
  endTracking: '/run/records/tracking/end',
} as const;

/**
 * Header of a successful `/run/proxy` answer (status 200 whatever the provider said): base64 of JSON
 * `{status, headers}` of the provider's answer. The body is the provider's, byte for byte.
 * When the provider gave no answer, the answer is the gateway's error envelope with its own status instead.
 */
export const UPSTREAM_META_HEADER = 'x-upstream-meta';
