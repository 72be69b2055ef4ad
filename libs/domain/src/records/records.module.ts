import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { RecordReader } from './record-reader.service.js';
import { RecordWriter } from './record-writer.service.js';

/** The record cache. */
@Module({
  imports: [ConnectionLookupModule],
  providers: [RecordReader, RecordWriter],
  exports: [RecordReader, RecordWriter],
})
export class RecordsModule {}
