import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { SyncReference, SyncStatusEntry } from '@svc/contracts';
import { Database, RecordStreamRepository, SyncStatusRepository, type SyncStatusRow } from '@svc/database';
import { runLink } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { deriveSyncStatus } from './derive-sync-status.js';
import { latestErrorOf } from './latest-error.js';
import { SyncTargets, isNamed, type SyncTarget, type UnknownTarget } from './sync-targets.service.js';
import { nextStartOf } from './sync-timing.js';

const OF_STATUS: UnknownTarget = { integration: 'invalid_body', connection: 'invalid_body', connectionStatus: 400 };

/** Records per model, by internal connection id. */
type RecordCounts = Map<number, Map<string, number>>;

/** Where syncs stand, from PostgreSQL alone: it is answered while Temporal is down. */
@Injectable()
export class SyncStatuses {
  private readonly statuses: SyncStatusRepository;
  private readonly streams = new RecordStreamRepository();

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.statuses = new SyncStatusRepository(database);
  }

  /** Names that do not exist are left out; no names are all. */
  async list(target: SyncTarget, references: readonly SyncReference[]): Promise<SyncStatusEntry[]> {
    const rows = await this.statuses.list(await this.targets.scopeOf(target, OF_STATUS));
    const named =
      references.length === 0 ? rows : rows.filter((row) => references.some((reference) => isNamed(row, reference)));
    const counts = await this.countRecords([...new Set(named.map(({ connectionId }) => connectionId))]);
    return named.map((row) => this.entryOf(row, counts.get(row.connectionId) ?? new Map()));
  }

  private async countRecords(connectionIds: readonly number[]): Promise<RecordCounts> {
    const counts: RecordCounts = new Map();
    if (connectionIds.length === 0) return counts;
    for (const { connectionId, model, count } of await this.streams.liveCounts(this.database, connectionIds)) {
      const ofConnection = counts.get(connectionId) ?? new Map<string, number>();
      counts.set(connectionId, ofConnection.set(model, (ofConnection.get(model) ?? 0) + count));
    }
    return counts;
  }

  private entryOf(row: SyncStatusRow, counts: ReadonlyMap<string, number>): SyncStatusEntry {
    const { status, reason } = deriveSyncStatus(row);
    const isScheduled = !row.paused && row.enabled;
    const runUrl = row.workflowId === null ? undefined : runLink(this.config.temporal, row.workflowId);
    return {
      id: row.syncId,
      connection_id: row.connectionKey,
      name: row.name,
      variant: row.variant,
      type: row.lastSyncDate === null ? 'INITIAL' : 'INCREMENTAL',
      status,
      reason,
      frequency: row.frequency,
      ...(status !== 'RUNNING' && row.runFinishedAt && { finishedAt: row.runFinishedAt.toISOString() }),
      nextScheduledSyncAt: (isScheduled && nextStartOf(row)?.toISOString()) || null,
      ...(row.runStatus && { latestResult: resultOf(row), latestExecutionStatus: row.runStatus }),
      ...shownErrorOf(row),
      recordCount: Object.fromEntries(row.models.map((model) => [model, counts.get(model) ?? 0])),
      checkpoint: row.checkpoint,
      ...(runUrl !== undefined && { runUrl }),
    };
  }
}

/** Models that the run has not written count zero. */
const resultOf = ({ models, runResults }: SyncStatusRow): NonNullable<SyncStatusEntry['latestResult']> => ({
  ...Object.fromEntries(models.map((model) => [model, { added: 0, updated: 0, deleted: 0 }])),
  ...runResults,
});

function shownErrorOf({ runStatus, runError }: SyncStatusRow): Pick<SyncStatusEntry, 'latestError'> {
  const { error } = runStatus === 'SUCCESS' ? {} : latestErrorOf(runError);
  return error ? { latestError: error } : {};
}
