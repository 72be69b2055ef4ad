import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import {
  deleteRecordsSchema,
  writeRecordsQuerySchema,
  type DeleteRecords,
  type RecordWriteResult,
  type WriteRecordsQuery,
} from '@svc/contracts';
import { parseRecordLines, RecordWriter, toRecordId, type RunClaims } from '@svc/domain';
import type { RecordStreamKey, RunFence } from '@svc/database';
import { AppError } from '@svc/errors';
import { CurrentRun } from './current-run.decorator.js';

/** The record cache, as a running sync writes it. */
@Controller('run/records')
export class RunRecordsController {
  constructor(private readonly records: RecordWriter) {}

  /** The body is newline-delimited JSON, a record a line: its text is stored as it is. */
  @Post('save')
  @HttpCode(200)
  async save(
    @CurrentRun() run: RunClaims,
    @Query({ schema: writeRecordsQuerySchema }) { model }: WriteRecordsQuery,
    @Body() lines: string,
  ): Promise<RecordWriteResult> {
    return await this.records.save(streamOf(run, model), parseRecordLines(lines), fenceOf(run));
  }

  @Post('delete')
  @HttpCode(200)
  async delete(
    @CurrentRun() run: RunClaims,
    @Query({ schema: writeRecordsQuerySchema }) { model }: WriteRecordsQuery,
    @Body({ schema: deleteRecordsSchema }) { ids }: DeleteRecords,
  ): Promise<RecordWriteResult> {
    return await this.records.delete(streamOf(run, model), ids.map(toRecordId), fenceOf(run));
  }
}

const streamOf = ({ environmentId, connectionId, variant }: RunClaims, model: string): RecordStreamKey => ({
  environmentId,
  connectionId,
  model,
  variant: variant ?? 'base',
});

function fenceOf({ kind, runId, epoch }: RunClaims): RunFence {
  if (kind !== 'sync') throw new AppError('invalid_request', 'Only a sync writes records.');
  return { runId, epoch };
}
