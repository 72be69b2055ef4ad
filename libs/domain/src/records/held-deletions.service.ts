import { Injectable } from '@nestjs/common';
import type { HeldDeletionsBody } from '@svc/contracts';
import { Database, RecordTrackingRepository, RecordStreamRepository, type RecordStreamRow } from '@svc/database';
import { AppError } from '@svc/errors';
import type { ConnectionNames } from './connection-names.js';
import { DeletionTracking } from './deletion-tracking.service.js';
import { RecordStreams } from './record-streams.service.js';

/** Deletions that were too many to be believed, and what is decided about them. */
@Injectable()
export class HeldDeletions {
  private readonly streams = new RecordStreamRepository();
  private readonly trackings = new RecordTrackingRepository();

  constructor(
    private readonly database: Database,
    private readonly names: RecordStreams,
    private readonly tracking: DeletionTracking,
  ) {}

  /**
   * Deletes what has not been met until now. Answers how many records.
   *
   * @throws {AppError} 400 `unknown_provider_config`, `unknown_connection`; 409 `conflict` when nothing waits.
   */
  async confirm(address: ConnectionNames, body: HeldDeletionsBody): Promise<number> {
    const { key } = await this.find(address, body);
    return (await this.tracking.end(key)).deletedIds.length;
  }

  /** Deletes nothing; the next complete pass finds out anew. Throws as {@link confirm} does. */
  async discard(address: ConnectionNames, body: HeldDeletionsBody): Promise<void> {
    const { stream } = await this.find(address, body);
    await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, stream.id);
      const open = await this.trackings.find(tx, stream.id);
      if (open) await this.trackings.end(tx, stream.id, open.no);
    });
  }

  private async find(address: ConnectionNames, body: HeldDeletionsBody) {
    const key = await this.names.keyOf(address, body);
    const stream: RecordStreamRow | undefined = await this.names.findByKey(key);
    if (stream && stream.heldDeletions !== null) return { key, stream };
    throw new AppError(
      'conflict',
      `No deletions of the model "${body.model}" (variant "${body.variant}") are held: heldDeletions of GET /sync/status tells which are.`,
    );
  }
}
