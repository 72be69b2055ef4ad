import { z } from 'zod';
import { connectionIdSchema, modelNameSchema, uniqueKeySchema } from '../identifiers.js';
import { baseUrlOverrideSchema } from '../proxy/proxy-headers.js';
import { storableTextSchema } from '../storable.js';

/**
 * How the gateway's processes start a function and how a running function reaches the gateway.
 *
 * 1. `api` (synchronous actions) and `worker` (everything else) call the runner: `POST {RUNNER_URL}/runs` with a
 *    {@link RunRequest}, authorised by `INTERNAL_SECRET`. The answer, when the function has ended, is a {@link RunResult}.
 *    A caller that hangs up aborts the run.
 * 2. The runner calls the internal run API: `{INTERNAL_URL}/run/...`, authorised by the run token of the request. The
 *    token names run, epoch, environment and connection, so a run can touch nothing else.
 */

/** Levels of log lines, from most to least verbose (specification, helper `log`). */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
/** Severity of a log line. */
export const logLevelSchema = z.enum(LOG_LEVELS);
/** Severity of a log line. */
export type LogLevel = z.infer<typeof logLevelSchema>;

/** Flat map of string, number and boolean values (specification, "Checkpoint"). */
export const checkpointSchema = z.record(
  storableTextSchema.min(1).max(255),
  z.union([storableTextSchema, z.number(), z.boolean()]),
);
/** What a sync keeps from run to run: a flat object of scalars. */
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Answer of the run API about a checkpoint. */
export const checkpointResponseSchema = z.object({
  checkpoint: checkpointSchema.nullable(),
  version: z.number().int(),
});
/** Answer of the run API about a checkpoint. */
export type CheckpointResponse = z.infer<typeof checkpointResponseSchema>;

/** A provider's way of paging (wire contract, section 18, `proxy.paginate`); a call's own fields win over it. */
export const paginationDefaultsSchema = z.looseObject({
  type: z.enum(['cursor', 'link', 'offset']).optional(),
  limit_name_in_request: z.string().optional(),
  limit: z.number().int().positive().optional(),
  response_path: z.string().optional(),
  in_body: z.boolean().optional(),
  cursor_path_in_response: z.string().optional(),
  cursor_name_in_request: z.string().optional(),
  link_rel_in_response_header: z.string().optional(),
  link_path_in_response_body: z.string().optional(),
  offset_name_in_request: z.string().optional(),
  offset_start_value: z.number().int().optional(),
  offset_calculation_method: z.enum(['by-response-size', 'per-page']).optional(),
});
/** A provider's way of paging; a call's own fields win over it. */
export type PaginationDefaults = z.infer<typeof paginationDefaultsSchema>;

/** Kinds of functions. */
export const functionKindSchema = z.enum(['sync', 'action', 'on-event']);
/** Kind of a function. */
export type FunctionKind = z.infer<typeof functionKindSchema>;

/** What a run may use. */
export const runLimitsSchema = z.object({
  /** Longest run by the clock, in milliseconds. */
  wallTimeMs: z.number().int().positive(),
  /** Longest time on the processor without giving way, in milliseconds. */
  cpuTimeMs: z.number().int().positive(),
  /** Largest heap of the isolate, in MiB. */
  memoryMb: z.number().int().positive(),
  /** A sync is stopped at the first checkpoint that it saves after so many milliseconds. */
  sliceMs: z.number().int().positive().optional(),
  /** Largest output, in bytes of JSON. */
  outputBytes: z.number().int().positive(),
});
/** What a run may use. */
export type RunLimits = z.infer<typeof runLimitsSchema>;

/** A script as the run API hands it out. */
export const scriptResponseSchema = z.object({ code: z.string(), sourceMap: z.string().nullable() });
/** A script as the run API hands it out. */
export type ScriptResponse = z.infer<typeof scriptResponseSchema>;

/** Largest body of `POST {RUNNER_URL}/runs`: an action's input, with the rest of the request. */
export const MAX_RUN_REQUEST_BYTES = 64 * 1024 * 1024;

/** Body of `POST {RUNNER_URL}/runs`. */
export const runRequestSchema = z.object({
  runId: z.string(),
  /** Bearer token for the internal run API. */
  token: z.string(),
  environmentId: z.number().int(),
  environmentName: z.string(),
  function: z.object({
    kind: functionKindSchema,
    name: z.string(),
    versionId: z.string(),
    /** SHA-256, in hexadecimal, of the code, or of the code, a NUL and its source map. Fetched from `/run/scripts/{hash}` and cached by the runner. */
    scriptHash: z.string(),
  }),
  connection: z.object({
    connectionId: z.string(),
    providerConfigKey: z.string(),
    provider: z.string(),
    /** The provider's defaults for the helper `paginate`. */
    pagination: paginationDefaultsSchema.optional(),
  }),
  /** How many functions wait for this one, each for the next; such a run gets a place where another would have to wait. */
  depth: z.number().int().min(0).optional(),
  /** Input of an action, or the payload of a webhook. */
  input: z.unknown().optional(),
  sync: z
    .object({
      name: z.string(),
      variant: z.string(),
      models: z.array(z.string()),
      lastSyncDate: z.string().nullable(),
      /** The run goes over a window instead of on from where the sync stands. ISO 8601. */
      window: z.object({ from: z.string().nullable(), to: z.string().nullable() }).optional(),
      /** The checkpoint at the start of the slice; saves the run a call. Read from the run API when missing. */
      checkpoint: checkpointResponseSchema.optional(),
    })
    .optional(),
  /** The script itself, where it is not published; else the runner fetches it by its hash. */
  script: scriptResponseSchema.optional(),
  /**
   * `describe`: the output is the function's definition as JSON (`FunctionDescriptor`), and nothing of it runs.
   * `webhook`: a sync's handler of webhooks runs; `input` is the webhook's payload.
   */
  purpose: z.enum(['describe', 'webhook']).optional(),
  limits: runLimitsSchema,
  /** Lines below this level are dropped in the runner. */
  logLevel: logLevelSchema,
});
/** Body of `POST {RUNNER_URL}/runs`. */
export type RunRequest = z.infer<typeof runRequestSchema>;

/** Why a function failed; the caller maps it to a status (wire contract, section 10) and decides about retries. */
export const runFailureSchema = z.object({
  type: z.enum([
    /** The function threw an `ActionError`. */
    'action_error',
    /** A call to the provider answered with an error status and the function did not catch it. */
    'upstream_http_error',
    /** The provider answered 429 and the function did not catch it, or the gateway's own limit was hit. */
    'throttled',
    /** No answer from the provider. */
    'network_error',
    /** The connection's credentials are dead. */
    'auth_dead',
    /** Anything else that the function threw, or a script that does not load. */
    'function_error',
    'invalid_input',
    'invalid_output',
    'output_too_big',
    'out_of_memory',
    'cpu_time_exceeded',
    'wall_time_exceeded',
    /** The internal run API could not be reached or failed; the run may be repeated. */
    'platform',
  ]),
  name: z.string(),
  message: z.string(),
  /** Position in the function's own source. */
  location: z.object({ file: z.string(), line: z.number().int(), column: z.number().int() }).optional(),
  /** The source lines around `location`, as a person would want to see them. */
  codeFrame: z.string().optional(),
  stack: z.string().optional(),
  /** What an `ActionError` carried, or the network code. */
  payload: z.unknown().optional(),
  issues: z.array(z.object({ code: z.string(), message: z.string(), path: z.array(z.string()) })).optional(),
  upstream: z
    .object({ status: z.number().int(), headers: z.record(z.string(), z.string()), body: z.unknown() })
    .optional(),
  /** Milliseconds to wait before another attempt makes sense, from the provider's rate-limit headers. */
  retryAfterMs: z.number().optional(),
});
/** Why a function failed; the caller maps it to a status and decides about retries. */
export type RunFailure = z.infer<typeof runFailureSchema>;

/** Answer of `POST {RUNNER_URL}/runs`, status 200. */
export const runResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('completed'), output: z.unknown().optional() }),
  /** Stopped at a saved checkpoint past the slice's budget; the next slice goes on from there. */
  z.object({ outcome: z.literal('sliced') }),
  /** A newer attempt owns the run (`run_superseded`); this one wrote nothing after that. */
  z.object({ outcome: z.literal('superseded') }),
  z.object({ outcome: z.literal('failed'), error: runFailureSchema }),
]);
/** Answer of `POST {RUNNER_URL}/runs`, status 200. */
export type RunResult = z.infer<typeof runResultSchema>;

/** A call to the external API that a function makes. */
export const runProxyRequestSchema = z.object({
  method: z.string(),
  endpoint: z.string(),
  /** The endpoint is a link that an answer named: an address at the provider's server, or a path from its root. */
  isLink: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  params: z.union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))]).optional(),
  /** Body: text as it is; anything else as JSON, unless `dataEncoding` says that it is base64 of bytes. */
  data: z.unknown().optional(),
  dataEncoding: z.enum(['base64']).optional(),
  retries: z.number().int().min(0).max(100).optional(),
  retryOn: z.array(z.number().int()).optional(),
  /** Headers of an answer to read the wait from: a moment, or seconds. */
  retryHeader: z.object({ at: z.string().optional(), after: z.string().optional() }).optional(),
  baseUrlOverride: baseUrlOverrideSchema.optional(),
  decompress: z.boolean().optional(),
  forwardHeadersOnRedirect: z.boolean().optional(),
  /** Integration and connection other than the run's own; must be of the same environment. */
  providerConfigKey: uniqueKeySchema.optional(),
  connectionId: connectionIdSchema.optional(),
});
/** A call to the external API that a function makes. */
export type RunProxyRequest = z.infer<typeof runProxyRequestSchema>;

/** Status and headers of the provider's answer, see `UPSTREAM_META_HEADER`. */
export const upstreamMetaSchema = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
/** Status and headers of the provider's answer, see `UPSTREAM_META_HEADER`. */
export type UpstreamMeta = z.infer<typeof upstreamMetaSchema>;

/** Log lines of a run, sent together. */
export const runLogBatchSchema = z.object({
  lines: z
    .array(
      z.object({
        /** ISO 8601. */
        at: z.string(),
        level: z.enum(['debug', 'info', 'warn', 'error']),
        message: z.string(),
        payload: z.unknown().optional(),
      }),
    )
    .max(1000),
  /** Lines that were dropped because there were more than the log takes at a time. */
  dropped: z.number().int().optional(),
});
/** Log lines of a run, sent together. */
export type RunLogBatch = z.infer<typeof runLogBatchSchema>;

/** A checkpoint to be saved. */
export const checkpointSaveSchema = z.object({
  checkpoint: checkpointSchema,
  /** Version that the run read or wrote last; another one in the store is 409 `checkpoint_conflict`. */
  version: z.number().int(),
});
/** A checkpoint to be saved. */
export type CheckpointSave = z.infer<typeof checkpointSaveSchema>;

/** What a save or deletion of records changed. */
export const recordWriteResultSchema = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int(),
  /** Ids that stood more than once in one save; the first was kept. */
  duplicates: z.array(z.string()),
  /** First and last number that the write gave out in the stream; only where it was told to keep what others changed. */
  written: z.tuple([z.number().int(), z.number().int()]).optional(),
});
/** What a save or deletion of records changed. */
export type RecordWriteResult = z.infer<typeof recordWriteResultSchema>;

/** Query of the routes below `/run/records`. */
export const runRecordsQuerySchema = z.strictObject({ model: modelNameSchema });
/** Query of the routes below `/run/records`. */
export type RunRecordsQuery = z.infer<typeof runRecordsQuerySchema>;

/** Body of `/run/records/delete`. */
export const deleteRecordsSchema = z.strictObject({ ids: z.array(z.union([z.string(), z.number()])) });
/** Body of `/run/records/delete`. */
export type DeleteRecords = z.infer<typeof deleteRecordsSchema>;

/** Body of `/run/records/read`: named records, or a page after a cursor. */
export const readRecordsSchema = z.strictObject({
  ids: z.array(z.union([z.string(), z.number()])).optional(),
  cursor: z.string().optional(),
});
/** Body of `/run/records/read`. */
export type ReadRecords = z.infer<typeof readRecordsSchema>;

/** Body of `/run/records/tracking/end`. */
export const endTrackingBodySchema = z.strictObject({
  /** A larger share of the records is held instead of deleted. */
  guard: z.number().min(0).max(1).optional(),
});
/** Body of `/run/records/tracking/end`. */
export type EndTrackingBody = z.infer<typeof endTrackingBodySchema>;

/** Answer of `/run/records/tracking/end`. */
export const endedTrackingSchema = z.object({
  /** Ids of the records that were marked as deleted. */
  deletedKeys: z.array(z.string()),
  /** Records that the sync's guard keeps from being deleted until somebody confirms it. */
  heldDeletions: z.number().int().optional(),
  /** No tracking was open, so that nothing could be deleted. */
  untracked: z.literal(true).optional(),
});
/** Answer of `/run/records/tracking/end`. */
export type EndedTracking = z.infer<typeof endedTrackingSchema>;

const OWN_STRETCH = /^\d{1,15}-\d{1,15}$/;

/** Query of the routes that write records. */
export const writeRecordsQuerySchema = runRecordsQuerySchema.extend({
  /** Cursor: records that others changed after it stay as they are (helper `setMergingStrategy`). */
  keep_after: z.string().max(1000).optional(),
  /** What the run changed itself since then: `first-last` of each stretch of numbers, separated by commas. */
  own: z
    .string()
    .max(8192)
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(z.string().regex(OWN_STRETCH)))
    .transform((stretches) => stretches.map((stretch): [number, number] => splitStretch(stretch)))
    .optional(),
});
/** Query of the routes that write records. */
export type WriteRecordsQuery = z.output<typeof writeRecordsQuerySchema>;

const splitStretch = (stretch: string): [number, number] => {
  const [first = '0', last = '0'] = stretch.split('-');
  return [Number(first), Number(last)];
};

/** Answer of `/run/records/place`. */
export const recordPlaceSchema = z.object({
  /** After the last change of the stream. */
  cursor: z.string(),
});
/** Answer of `/run/records/place`. */
export type RecordPlace = z.infer<typeof recordPlaceSchema>;

/** Body of `/run/again`. */
export const runAgainSchema = z.strictObject({
  /** When the function wants to run again, ISO 8601. */
  at: z.iso.datetime({ offset: true }),
});
/** Body of `/run/again`. */
export type RunAgain = z.infer<typeof runAgainSchema>;
