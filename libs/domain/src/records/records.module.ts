import { Module } from '@nestjs/common';
import { RecordReader } from './record-reader.service.js';
import { RecordWriter } from './record-writer.service.js';

/** The record cache. */
@Module({ providers: [RecordReader, RecordWriter], exports: [RecordReader, RecordWriter] })
export class RecordsModule {}
