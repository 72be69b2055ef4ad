import { Injectable } from '@nestjs/common';
import type { HeldDeletionsBody } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { ConnectionNames } from './connection-names.js';
import { DeletionTracking } from './deletion-tracking.service.js';
import { RecordStreams } from './record-streams.service.js';

/** Deletions that were too many to be believed, and what is decided about them. */
@Injectable()
export class HeldDeletions {
  constructor(
    private readonly names: RecordStreams,
    private readonly tracking: DeletionTracking,
  ) {}

  /**
   * Deletes what has not been met until now. Answers how many records.
   *
   * @throws {AppError} 400 `unknown_provider_config`, `unknown_connection`; 409 `conflict` when nothing waits.
   */
  async confirm(address: ConnectionNames, body: HeldDeletionsBody): Promise<number> {
    const deletedIds = await this.tracking.confirm(await this.names.keyOf(address, body));
    if (!deletedIds) throw nothingHeld(body);
    return deletedIds.length;
  }

  /** Deletes nothing; the next complete pass finds out anew. Throws as {@link confirm} does. */
  async discard(address: ConnectionNames, body: HeldDeletionsBody): Promise<void> {
    if (!(await this.tracking.discard(await this.names.keyOf(address, body)))) throw nothingHeld(body);
  }
}

const nothingHeld = ({ model, variant }: HeldDeletionsBody): AppError =>
  new AppError(
    'conflict',
    `No deletions of the model "${model}" (variant "${variant}") are held: heldDeletions of GET /sync/status tells which are.`,
  );
