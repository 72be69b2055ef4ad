import type { Config } from '@svc/config';
import type { SyncLimits } from '@svc/contracts/workflows';
import type { RunnableSync } from '@svc/database';
import { fairnessKey } from '../schedules/fairness-key.js';

/** The runner ends a slice itself; only one that does not is cut off by Temporal, this much later. */
const SLICE_MARGIN_MS = 60_000;
/** Keeps a run's history short: a slice takes about twelve events of the 10,000 that are sensible. */
const SLICES_PER_EXECUTION = 200;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Waits after failures, by class. A run that gives up ends with status ERROR; the schedule starts the next one, from the
 * saved checkpoint. `function-error` and `auth-dead` are missing: repeating them changes nothing.
 */
const BACK_OFF: SyncLimits['backOff'] = {
  'auth-transient': { initialMs: 30 * SECOND, maxMs: 2 * MINUTE, attempts: 2 },
  throttled: { initialMs: 10 * SECOND, maxMs: 10 * MINUTE, attempts: 20 },
  'provider-down': { initialMs: 5 * SECOND, maxMs: 5 * MINUTE, attempts: 6 },
  platform: { initialMs: SECOND, maxMs: MINUTE, attempts: 1_000 },
};

/** Durations and counts of a run. */
export const syncLimits = (
  { sync, customerTag }: Pick<Config, 'sync' | 'customerTag'>,
  { environmentName, connectionKey, tags }: Pick<RunnableSync, 'environmentName' | 'connectionKey' | 'tags'>,
): SyncLimits => ({
  heartbeatTimeoutMs: sync.heartbeatTimeoutMs,
  sliceTimeoutMs: sync.maxRunMs + SLICE_MARGIN_MS,
  stalledAfterSlices: sync.stalledAfterSlices,
  slicesPerExecution: SLICES_PER_EXECUTION,
  fairnessKey: fairnessKey(environmentName, tags[customerTag] ?? connectionKey),
  backOff: BACK_OFF,
});
