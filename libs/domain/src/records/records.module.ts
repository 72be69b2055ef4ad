import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { DeletionTracking } from './deletion-tracking.service.js';
import { HeldDeletions } from './held-deletions.service.js';
import { RecordEmptier } from './record-emptier.service.js';
import { RecordPlaces } from './record-places.service.js';
import { RecordPruner } from './record-pruner.service.js';
import { RecordReader } from './record-reader.service.js';
import { RecordRetention } from './record-retention.service.js';
import { RecordStreams } from './record-streams.service.js';
import { RecordWriter } from './record-writer.service.js';

/** The record cache. */
@Module({
  imports: [ConnectionLookupModule],
  providers: [
    DeletionTracking,
    HeldDeletions,
    RecordEmptier,
    RecordPlaces,
    RecordPruner,
    RecordReader,
    RecordRetention,
    RecordStreams,
    RecordWriter,
  ],
  exports: [
    DeletionTracking,
    HeldDeletions,
    RecordEmptier,
    RecordPlaces,
    RecordPruner,
    RecordReader,
    RecordRetention,
    RecordWriter,
  ],
})
export class RecordsModule {}
