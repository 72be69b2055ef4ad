import { Injectable } from '@nestjs/common';
import type { PruneRecordsBody, PruneRecordsResponse } from '@svc/contracts';
import { Database, RecordPruneRepository, RecordStreamRepository, type PruneOutcome } from '@svc/database';
import type { ConnectionNames } from './connection-names.js';
import { decodeCursor } from './record-cursor.js';
import { RecordStreams } from './record-streams.service.js';

/** Takes the payloads of old records away, up to a place that a reader has reached. */
@Injectable()
export class RecordPruner {
  private readonly streams = new RecordStreamRepository();
  private readonly pruning = new RecordPruneRepository();

  constructor(
    private readonly database: Database,
    private readonly names: RecordStreams,
  ) {}

  /** @throws {AppError} 400 `unknown_provider_config`, `unknown_connection`, or `invalid_body` for a foreign cursor. */
  async prune(address: ConnectionNames, body: PruneRecordsBody): Promise<PruneRecordsResponse> {
    const stream = await this.names.find(address, body);
    const untilSeq = decodeCursor(body.until_cursor, stream?.id, 'until_cursor');
    if (!stream) return { count: 0, has_more: false };
    let pruned = await this.pruneSome(stream.id, untilSeq, body.limit);
    // What lost its payload earlier is passed: who asks until nothing is pruned any more must not stop before it.
    while (pruned.count === 0 && pruned.hasMore) pruned = await this.pruneSome(stream.id, untilSeq, body.limit);
    return { count: pruned.count, has_more: pruned.hasMore && pruned.lastSeq !== untilSeq };
  }

  private async pruneSome(streamId: number, untilSeq: string, limit: number): Promise<PruneOutcome> {
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, streamId);
      return await this.pruning.prune(tx, streamId, { untilSeq }, limit);
    });
  }
}
