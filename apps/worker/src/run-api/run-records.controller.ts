import { Body, Controller, Header, HttpCode, Post, Query } from '@nestjs/common';
import {
  deleteRecordsSchema,
  MAX_RECORDS_LIMIT,
  readRecordsSchema,
  runRecordsQuerySchema,
  type DeleteRecords,
  type ReadRecords,
  type RecordWriteResult,
  type RunRecordsQuery,
} from '@svc/contracts';
import { parseRecordLines, RecordReader, RecordWriter, toRecordId, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';
import { fenceOf, streamOf } from './run-stream.js';

/** Records that a function reads at once: a page holds the heap of an isolate only so far. */
const PAGE = 1_000;

/** The record cache, as a running sync reads and writes it. */
@Controller('run/records')
export class RunRecordsController {
  constructor(
    private readonly records: RecordWriter,
    private readonly reader: RecordReader,
  ) {}

  /** The body is newline-delimited JSON, a record a line: its text is stored as it is. */
  @Post('save')
  @HttpCode(200)
  async save(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body() lines: string,
  ): Promise<RecordWriteResult> {
    return await this.records.save(streamOf(run, model), parseRecordLines(lines), fenceOf(run));
  }

  @Post('update')
  @HttpCode(200)
  async update(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body() lines: string,
  ): Promise<RecordWriteResult> {
    return await this.records.update(streamOf(run, model), parseRecordLines(lines), fenceOf(run));
  }

  @Post('delete')
  @HttpCode(200)
  async delete(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body({ schema: deleteRecordsSchema }) { ids }: DeleteRecords,
  ): Promise<RecordWriteResult> {
    return await this.records.delete(streamOf(run, model), ids.map(toRecordId), fenceOf(run));
  }

  @Post('read')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  async read(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body({ schema: readRecordsSchema }) { ids, cursor }: ReadRecords,
  ): Promise<Buffer> {
    const limit = ids ? MAX_RECORDS_LIMIT : PAGE;
    return await this.reader.readStream(streamOf(run, model), { ids: ids?.map(toRecordId), cursor, limit });
  }
}
