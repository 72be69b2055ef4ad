import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import {
  deleteRecordsSchema,
  MAX_RECORDS_LIMIT,
  readRecordsSchema,
  runRecordsQuerySchema,
  writeRecordsQuerySchema,
  type DeleteRecords,
  type ReadRecords,
  type RecordPlace,
  type RecordWriteResult,
  type RunRecordsQuery,
  type WriteRecordsQuery,
} from '@svc/contracts';
import {
  parseRecordLines,
  RecordPlaces,
  RecordReader,
  RecordWriter,
  toRecordId,
  type RecordPageBody,
  type RunClaims,
  type WriteOptions,
} from '@svc/domain';
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
    private readonly places: RecordPlaces,
  ) {}

  /** The body is newline-delimited JSON, a record a line: its text is stored as it is. */
  @Post('save')
  @HttpCode(200)
  async save(
    @CurrentRun() run: RunClaims,
    @Query({ schema: writeRecordsQuerySchema }) query: WriteRecordsQuery,
    @Body() lines: string,
  ): Promise<RecordWriteResult> {
    return await this.records.save(
      streamOf(run, query.model),
      parseRecordLines(lines),
      await this.optionsOf(run, query),
    );
  }

  @Post('update')
  @HttpCode(200)
  async update(
    @CurrentRun() run: RunClaims,
    @Query({ schema: writeRecordsQuerySchema }) query: WriteRecordsQuery,
    @Body() lines: string,
  ): Promise<RecordWriteResult> {
    return await this.records.update(
      streamOf(run, query.model),
      parseRecordLines(lines),
      await this.optionsOf(run, query),
    );
  }

  @Post('delete')
  @HttpCode(200)
  async delete(
    @CurrentRun() run: RunClaims,
    @Query({ schema: writeRecordsQuerySchema }) query: WriteRecordsQuery,
    @Body({ schema: deleteRecordsSchema }) { ids }: DeleteRecords,
  ): Promise<RecordWriteResult> {
    return await this.records.delete(streamOf(run, query.model), ids.map(toRecordId), await this.optionsOf(run, query));
  }

  @Post('read')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  async read(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body({ schema: readRecordsSchema }) { ids, cursor }: ReadRecords,
  ): Promise<RecordPageBody> {
    const limit = ids ? MAX_RECORDS_LIMIT : PAGE;
    return await this.reader.readStream(streamOf(run, model), { ids: ids?.map(toRecordId), cursor, limit });
  }

  /** Where the stream is now: what others change later can be told from what was there. */
  @Get('place')
  async place(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
  ): Promise<RecordPlace> {
    return { cursor: await this.places.current(streamOf(run, model)) };
  }

  private async optionsOf(
    run: RunClaims,
    { model, keep_after: cursor, own = [] }: WriteRecordsQuery,
  ): Promise<WriteOptions> {
    const fence = fenceOf(run);
    if (cursor === undefined) return { fence };
    return { fence, keep: { afterSeq: await this.places.seqOf(streamOf(run, model), cursor), own } };
  }
}
