import { Injectable } from '@nestjs/common';
import { Database, RecordStreamRepository, type RecordStreamKey } from '@svc/database';
import { decodeCursor, encodeCursor } from './record-cursor.js';

/** Places in change streams, as cursors. */
@Injectable()
export class RecordPlaces {
  private readonly streams = new RecordStreamRepository();

  constructor(private readonly database: Database) {}

  /** The place after the last change. */
  async current(key: RecordStreamKey): Promise<string> {
    await this.streams.create(this.database, key);
    const stream = await this.streams.find(this.database, key);
    return stream ? encodeCursor(stream.id, await this.streams.lastSeq(this.database, stream.id)) : '';
  }

  /** @throws {AppError} `invalid_query_params` for a cursor of another stream. */
  async seqOf(key: RecordStreamKey, cursor: string): Promise<string> {
    const stream = await this.streams.find(this.database, key);
    return decodeCursor(cursor, stream?.id);
  }
}
