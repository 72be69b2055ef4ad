import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, RecordPruneRepository, RecordStreamRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { RecordEmptier } from './record-emptier.service.js';

/** Records of one transaction: writers of the stream wait for no more than that. */
const CHUNK = 5_000;
const STREAMS_AT_ONCE = 50;

/** Takes away what the operator does not want to keep for ever. Nothing, unless the settings say so. */
@Injectable()
export class RecordRetention {
  private readonly streams = new RecordStreamRepository();
  private readonly pruning = new RecordPruneRepository();

  constructor(
    private readonly database: Database,
    private readonly emptier: RecordEmptier,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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
    const abandoned = await this.pruning.findAbandoned(this.database, abandonedDays, STREAMS_AT_ONCE);
    for (const id of abandoned) await this.emptier.emptyStream(id);
    return abandoned.length === STREAMS_AT_ONCE;
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
