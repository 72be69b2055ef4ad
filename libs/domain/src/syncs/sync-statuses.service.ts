import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { SyncReference, SyncStatusEntry } from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  SyncStatusRepository,
  type LiveCount,
  type SyncStatusRow,
} from '@svc/database';
import { runLink } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { deriveSyncStatus } from './derive-sync-status.js';
import { latestErrorOf } from './latest-error.js';
import { SyncTargets, isNamed, type SyncTarget, type UnknownTarget } from './sync-targets.service.js';
import { nextStartOf } from './sync-timing.js';

const OF_STATUS: UnknownTarget = { integration: 'invalid_body', connection: 'invalid_body', connectionStatus: 400 };

/** Streams by internal connection id. */
type Streams = Map<number, LiveCount[]>;

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
    const streams = await this.streamsOf([...new Set(named.map(({ connectionId }) => connectionId))]);
    return named.map((row) => this.entryOf(row, streams.get(row.connectionId) ?? []));
  }

  private async streamsOf(connectionIds: readonly number[]): Promise<Streams> {
    const streams: Streams = new Map(connectionIds.map((id) => [id, []]));
    if (connectionIds.length === 0) return streams;
    const counts = await this.streams.liveCounts(this.database, connectionIds);
    for (const count of counts) streams.get(count.connectionId)?.push(count);
    return streams;
  }

  private entryOf(row: SyncStatusRow, streams: readonly LiveCount[]): SyncStatusEntry {
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
      recordCount: Object.fromEntries(row.models.map((model) => [model, recordCountOf(streams, model)])),
      ...heldDeletionsOf(row, streams),
      checkpoint: row.checkpoint,
      ...(runUrl !== undefined && { runUrl }),
    };
  }
}

/** Over all variants (wire contract, section 9). */
const recordCountOf = (streams: readonly LiveCount[], model: string): number =>
  streams.reduce((sum, stream) => (stream.model === model ? sum + stream.count : sum), 0);

function heldDeletionsOf(
  { models, variant }: SyncStatusRow,
  streams: readonly LiveCount[],
): Pick<SyncStatusEntry, 'heldDeletions'> {
  const held = streams.flatMap((stream): [string, number][] =>
    stream.heldDeletions !== null && stream.variant === variant && models.includes(stream.model)
      ? [[stream.model, stream.heldDeletions]]
      : [],
  );
  return held.length === 0 ? {} : { heldDeletions: Object.fromEntries(held) };
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
