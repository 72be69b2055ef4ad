import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { RecordEmptier } from './record-emptier.service.js';
import { RecordReader } from './record-reader.service.js';
import { RecordWriter } from './record-writer.service.js';

/** The record cache. */
@Module({
  imports: [ConnectionLookupModule],
  providers: [RecordEmptier, RecordReader, RecordWriter],
  exports: [RecordEmptier, RecordReader, RecordWriter],
})
export class RecordsModule {}
