import { RUN_API } from '@svc/contracts';
import type { ApiRequest } from './run-api.js';

const NDJSON = 'application/x-ndjson';

/** Arguments as the isolate sent them; each operation takes what it knows. */
export type OperationArgs = Readonly<Record<string, unknown>>;

const withQuery = (path: string, entries: readonly (readonly [string, unknown])[]): string => {
  const query = new URLSearchParams();
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
};

const get = (path: string): ApiRequest => ({ method: 'GET', path, repeatable: true });

const send = (method: ApiRequest['method'], path: string, body: string, repeatable: boolean): ApiRequest => ({
  method,
  path,
  body,
  repeatable,
});

const writeQuery = ({ model, keepAfter, own }: OperationArgs): readonly (readonly [string, unknown])[] => [
  ['model', model],
  ['keep_after', keepAfter],
  ['own', own],
];

/** The only calls that an isolate can make: an operation's name, its arguments and a body, as a request of the run API. */
const OPERATIONS: Readonly<Record<string, (args: OperationArgs, body: string) => ApiRequest>> = {
  proxy: (_args, body) => send('POST', RUN_API.proxy, body, false),
  connection: ({ providerConfigKey, connectionId, forceRefresh, refreshToken, refreshAppJwtToken }) =>
    get(
      withQuery(RUN_API.connection, [
        ['provider_config_key', providerConfigKey],
        ['connection_id', connectionId],
        ['force_refresh', forceRefresh],
        ['refresh_token', refreshToken],
        ['refresh_app_jwt_token', refreshAppJwtToken],
      ]),
    ),
  integration: ({ include }) =>
    get(
      withQuery(
        RUN_API.integration,
        (Array.isArray(include) ? include : []).map((part) => ['include', part] as const),
      ),
    ),
  triggerAction: (_args, body) => send('POST', RUN_API.triggerAction, body, false),
  uncontrolledFetch: (_args, body) => send('POST', RUN_API.fetch, body, false),
  triggerSync: (_args, body) => send('POST', RUN_API.triggerSync, body, false),
  startSync: (_args, body) => send('POST', RUN_API.startSync, body, true),
  acquireLock: (_args, body) => send('POST', RUN_API.acquireLock, body, true),
  releaseLock: (_args, body) => send('POST', RUN_API.releaseLock, body, false),
  releaseLocks: () => send('POST', RUN_API.releaseLocks, '{}', true),
  runAgain: (_args, body) => send('POST', RUN_API.runAgain, body, true),
  environmentVariables: () => get(RUN_API.environmentVariables),
  getMetadata: () => get(RUN_API.metadata),
  setMetadata: (_args, body) => send('PUT', RUN_API.metadata, body, true),
  updateMetadata: (_args, body) => send('PATCH', RUN_API.metadata, body, true),
  getCheckpoint: () => get(RUN_API.checkpoint),
  saveCheckpoint: (_args, body) => send('PUT', RUN_API.checkpoint, body, false),
  clearCheckpoint: () => ({ method: 'DELETE', path: RUN_API.checkpoint, repeatable: true }),
  saveRecords: (args, body) => ({
    ...send('POST', withQuery(RUN_API.saveRecords, writeQuery(args)), body, true),
    contentType: NDJSON,
  }),
  updateRecords: (args, body) => ({
    ...send('POST', withQuery(RUN_API.updateRecords, writeQuery(args)), body, true),
    contentType: NDJSON,
  }),
  readRecords: ({ model }, body) => send('POST', withQuery(RUN_API.readRecords, [['model', model]]), body, true),
  recordPlace: ({ model }) => get(withQuery(RUN_API.recordPlace, [['model', model]])),
  startTracking: ({ model }) => send('POST', withQuery(RUN_API.startTracking, [['model', model]]), '{}', true),
  // Not sent twice: the second answer would lack the ids that the first one deleted.
  endTracking: ({ model }, body) => send('POST', withQuery(RUN_API.endTracking, [['model', model]]), body, false),
  deleteRecords: (args, body) => send('POST', withQuery(RUN_API.deleteRecords, writeQuery(args)), body, true),
};

/** The request of an operation; undefined where there is no such operation. */
export const toApiRequest = (operation: string, args: OperationArgs, body: string): ApiRequest | undefined =>
  Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation]?.(args, body) : undefined;
