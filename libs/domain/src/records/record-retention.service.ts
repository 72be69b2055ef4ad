import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  Database,
  RecordEmptyingRepository,
  RecordPruneRepository,
  RecordStreamRepository,
  RecordTrackingRepository,
  SyncRepository,
} from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

/** Records of one transaction: writers of the stream wait for no more than that. */
const CHUNK = 5_000;
const STREAMS_AT_ONCE = 50;

/** Takes away what the operator does not want to keep for ever. Nothing, unless the settings say so. */
@Injectable()
export class RecordRetention {
  private readonly streams = new RecordStreamRepository();
  private readonly pruning = new RecordPruneRepository();
  private readonly emptying = new RecordEmptyingRepository();
  private readonly trackings = new RecordTrackingRepository();
  private readonly syncs: SyncRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** Payloads that have not changed for long. True when there may be more. */
  async prunePayloads(): Promise<boolean> {
    const { payloadDays } = this.config.records;
    if (payloadDays === 0) return false;
    const overdue = await this.pruning.findOverdue(this.database, payloadDays, STREAMS_AT_ONCE);
    for (const id of overdue) await this.pruneStream(id, payloadDays);
    return overdue.length === STREAMS_AT_ONCE;
  }

  /** Caches whose sync has not run for long. True when there may be more. */
  async emptyAbandoned(): Promise<boolean> {
    const { abandonedDays } = this.config.records;
    if (abandonedDays === 0) return false;
    const abandoned = await this.emptying.findAbandoned(this.database, abandonedDays, STREAMS_AT_ONCE);
    for (const id of abandoned) await this.emptyStream(id, abandonedDays);
    return abandoned.length === STREAMS_AT_ONCE;
  }

  /**
   * Empties a cache that was not used meanwhile. The syncs that write it begin from nothing next time: from where they were they
   * would never bring the records back. Streams are locked before syncs, as by whoever resets a sync.
   */
  private async emptyStream(streamId: number, days: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const syncIds = await this.streams.findWriters(tx, streamId);
      await this.streams.lockOfSyncs(tx, syncIds);
      await this.syncs.lock(syncIds, tx);
      if (!(await this.emptying.emptyAbandoned(tx, streamId, days))) return;
      await this.syncs.resetState(syncIds, tx);
      await this.trackings.endOfSyncs(tx, syncIds);
    });
  }

  private async pruneStream(streamId: number, unchangedDays: number): Promise<void> {
    for (let isMore = true; isMore;) {
      const pruned = await this.database.transaction(async (tx) => {
        await this.streams.lock(tx, streamId);
        return await this.pruning.prune(tx, streamId, { unchangedDays }, CHUNK);
      });
      isMore = pruned.hasMore;
    }
  }
}
