import type { RunContext } from '../run-context.js';
import {
  ActionError,
  type AnySyncDefinition,
  type FunctionHelpers,
  type ProxyConfiguration,
  type SyncHelpers,
} from '@svc/functions';
import type { Bridge } from '../bridge.js';
import type { RunLog } from '../run-log.js';
import { Checkpoints } from './checkpoints.js';
import { ConnectionHelpers } from './connection-helpers.js';
import { DeletionTracking } from './deletion-tracking.js';
import { Locks } from './locks.js';
import { MergingStrategies } from './merging-strategies.js';
import { paginate } from './paginate.js';
import { resolvePagination } from './pagination-request.js';
import { Proxy } from './proxy.js';
import { Records } from './records.js';
import { createRunAgain } from './run-again.js';
import { StoredRecords } from './stored-records.js';
import { createTriggerAction } from './trigger-action.js';
import { createSyncTriggers } from './trigger-sync.js';
import { createUncontrolledFetch } from './uncontrolled-fetch.js';
import { createValidateInput } from './validate-input.js';

/** What the helpers of a run stand on. */
export interface HelperSources {
  readonly context: RunContext;
  readonly bridge: Bridge;
  readonly log: RunLog;
}

/** What the helpers of a sync need of its definition. */
export type SyncParts = Pick<AnySyncDefinition, 'checkpoint' | 'deletionGuard'>;

/** Helpers of any function. The public types narrow what these take and give. */
type Untyped<T> = { readonly [Name in keyof T]: T[Name] extends (...args: infer _) => unknown ? unknown : T[Name] };

const createCommonHelpers = ({ context, bridge, log }: HelperSources) => {
  const proxy = new Proxy(bridge);
  const { getConnection, getToken, getMetadata, setMetadata, updateMetadata, ...connection } = new ConnectionHelpers(
    bridge,
  );
  const { tryAcquireLock, releaseLock, releaseAllLocks } = new Locks(bridge);
  const { connectionId, providerConfigKey, provider, pagination } = context.connection;
  return {
    connectionId,
    providerConfigKey,
    provider,
    environmentName: context.environmentName,
    ActionError,
    proxy: proxy.request,
    get: proxy.withMethod('GET'),
    post: proxy.withMethod('POST'),
    put: proxy.withMethod('PUT'),
    patch: proxy.withMethod('PATCH'),
    delete: proxy.withMethod('DELETE'),
    paginate: (config: ProxyConfiguration) =>
      paginate(proxy.request, config, resolvePagination(pagination, config.paginate)),
    log: async (message: unknown, ...values: unknown[]) => log.log(message, values),
    setLogger: (options: { level?: unknown } | undefined) => log.setThreshold(options?.level),
    getConnection,
    getToken,
    getMetadata,
    setMetadata,
    updateMetadata,
    getIntegration: connection.getIntegration,
    getWebhookURL: connection.getWebhookURL,
    getEnvironmentVariables: connection.getEnvironmentVariables,
    triggerAction: createTriggerAction(bridge),
    ...createSyncTriggers(bridge),
    uncontrolledFetch: createUncontrolledFetch(bridge),
    zodValidateInput: createValidateInput(log),
    tryAcquireLock,
    releaseLock,
    releaseAllLocks,
  } satisfies Untyped<FunctionHelpers>;
};

const dateOf = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

const createSyncHelpers = (
  { context, bridge, log }: HelperSources,
  sync: SyncParts,
): { readonly helpers: object; readonly tracking: DeletionTracking } => {
  const { variant = 'base', models = [], lastSyncDate, window, checkpoint } = context.sync ?? {};
  const merging = new MergingStrategies(bridge, models);
  const { batchSave, batchUpdate, batchDelete, written } = new Records(bridge, log, models, merging);
  const { getRecordsById, listRecords } = new StoredRecords(bridge, models);
  const tracking = new DeletionTracking({ bridge, log, models, guard: sync.deletionGuard, written });
  const { trackDeletesStart, trackDeletesEnd } = tracking;
  const { getCheckpoint, saveCheckpoint, clearCheckpoint } = new Checkpoints(bridge, sync.checkpoint, checkpoint);
  const helpers: Untyped<Omit<SyncHelpers, keyof FunctionHelpers>> = {
    variant,
    lastSyncDate: dateOf(lastSyncDate),
    window: window && { from: dateOf(window.from), to: dateOf(window.to) },
    batchSave,
    batchUpdate,
    batchDelete,
    getRecordsById,
    getRecordsByIds: getRecordsById,
    listRecords,
    setMergingStrategy: merging.setMergingStrategy,
    trackDeletesStart,
    trackDeletesEnd,
    deleteRecordsFromPreviousExecutions: trackDeletesEnd,
    getCheckpoint,
    saveCheckpoint,
    clearCheckpoint,
  };
  return { helpers, tracking };
};

/** What a run needs to call a function. */
export interface CreatedHelpers {
  /** The first parameter of the function's `exec`. */
  readonly helpers: object;
  /** Gives back what the function locked. */
  readonly releaseAllLocks: () => Promise<void>;
  /** Of syncs only. */
  readonly tracking?: DeletionTracking;
}

export function createHelpers(sources: HelperSources, sync: SyncParts): CreatedHelpers {
  const common = createCommonHelpers(sources);
  const { releaseAllLocks } = common;
  const { kind } = sources.context.function;
  if (kind === 'on-event')
    return { helpers: { ...common, runAgainAt: createRunAgain(sources.bridge) }, releaseAllLocks };
  if (kind !== 'sync') return { helpers: common, releaseAllLocks };
  const { helpers, tracking } = createSyncHelpers(sources, sync);
  return { helpers: { ...common, ...helpers }, releaseAllLocks, tracking };
}
