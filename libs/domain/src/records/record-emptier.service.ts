import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, RecordEmptyingRepository, RecordStreamRepository, type Transaction } from '@svc/database';
import { GatewayMetrics, type Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';

/** Records of one transaction: readers and writers of the stream wait for no more than that. */
const CHUNK = 5_000;
const STREAMS_AT_ONCE = 50;
/** A round ends after about this many records, so that a process that stops does not wait for a large cache. */
const MOST_IN_A_ROUND = 100_000;

/**
 * Empties record caches. A cache is empty, for readers and writers, once the transaction that decides it commits, however many
 * records it has; they are taken out afterwards, in chunks. Sequence numbers go on where they were, so cursors of readers stay
 * valid.
 */
@Injectable()
export class RecordEmptier implements OnModuleInit {
  private readonly streams = new RecordStreamRepository();
  private readonly emptying = new RecordEmptyingRepository();

  constructor(
    private readonly database: Database,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.metrics.lookUp({
      name: 'gateway_record_caches_emptying',
      help: 'Caches that were emptied and whose records are still being taken out.',
      look: () => this.emptying.countEmptied(this.database),
    });
  }

  /** Empties the caches of syncs, whose streams the caller has locked. */
  async emptyOfSyncs(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.emptying.emptyOfSyncs(tx, syncIds);
  }

  /** Empties one stream. */
  async emptyStream(streamId: number): Promise<void> {
    await this.database.transaction((tx) => this.emptying.empty(tx, streamId));
  }

  /** Empties the caches of deleted connections. True when there may be more. */
  async emptyUnreachable(): Promise<boolean> {
    const unreachable = await this.emptying.findUnreachable(this.database, STREAMS_AT_ONCE);
    for (const streamId of unreachable) await this.emptyStream(streamId);
    return unreachable.length === STREAMS_AT_ONCE;
  }

  /** Takes out what emptied caches still hold. True when there may be more. */
  async removeEmptied(): Promise<boolean> {
    const emptied = await this.emptying.findEmptied(this.database, STREAMS_AT_ONCE);
    let removed = 0;
    for (const streamId of emptied) {
      removed += await this.removeFrom(streamId, MOST_IN_A_ROUND - removed);
      if (removed >= MOST_IN_A_ROUND) break;
    }
    if (removed > 0) this.logger.info({ removed, caches: emptied.length }, 'Records of emptied caches were taken out.');
    return removed >= MOST_IN_A_ROUND || emptied.length === STREAMS_AT_ONCE;
  }

  private async removeFrom(streamId: number, most: number): Promise<number> {
    let removed = 0;
    for (let chunk = CHUNK; chunk === CHUNK && removed < most; removed += chunk) {
      chunk = await this.database.transaction(async (tx) => {
        await this.streams.lock(tx, streamId);
        return await this.emptying.removeSome(tx, streamId, CHUNK);
      });
    }
    return removed;
  }
}
