import { Injectable } from '@nestjs/common';
import { Database, RecordEmptyingRepository, RecordStreamRepository, type RecordStreamKey } from '@svc/database';

/** Records of one transaction: readers and writers of the stream wait for no more than that. */
const CHUNK = 5_000;

/** Empties record caches. Sequence numbers go on where they were, so cursors of readers stay valid. */
@Injectable()
export class RecordEmptier {
  private readonly streams = new RecordStreamRepository();
  private readonly emptying = new RecordEmptyingRepository();

  constructor(private readonly database: Database) {}

  /** Removes every record of a stream, in chunks. May be repeated. */
  async empty(key: RecordStreamKey): Promise<void> {
    const stream = await this.streams.find(this.database, key);
    if (stream) await this.emptyStream(stream.id);
  }

  /** The same by the stream's number. */
  async emptyStream(streamId: number): Promise<void> {
    for (let removed = CHUNK; removed === CHUNK;) {
      removed = await this.database.transaction(async (tx) => {
        await this.streams.lock(tx, streamId);
        return await this.emptying.removeSome(tx, streamId, CHUNK);
      });
    }
  }
}
