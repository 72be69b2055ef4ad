import { Injectable } from '@nestjs/common';
import { Database, RecordStreamRepository, SyncRepository, type Transaction } from '@svc/database';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { SyncRunStops } from './sync-run-stops.service.js';

/** Sets syncs back to where they never ran. */
@Injectable()
export class SyncResets {
  private readonly syncs: SyncRepository;
  private readonly streams = new RecordStreamRepository();

  constructor(
    database: Database,
    private readonly stops: SyncRunStops,
    private readonly tracking: DeletionTracking,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** Stops what runs; none opens before the end of the transaction, and nothing is saved any more. */
  async reset(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    // A writer locks its stream before its run.
    await this.streams.lockOfSyncs(tx, syncIds);
    const erroneous = await this.stops.hold(tx, syncIds);
    await this.stops.stopOpen(tx, syncIds, 'cancelled');
    await this.syncs.resetState(syncIds, tx);
    await this.tracking.drop(tx, syncIds);
    await this.stops.noteErrors(erroneous, tx);
  }
}
