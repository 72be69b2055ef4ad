import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import {
  endTrackingBodySchema,
  runRecordsQuerySchema,
  type EndedTracking,
  type EndTrackingBody,
  type RunRecordsQuery,
} from '@svc/contracts';
import { DeletionTracking, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';
import { sliceFenceOf, streamOf } from './run-stream.js';

/**
 * Finds out what is gone at the provider, as a running sync asks for it. A run over a window sees only a part of what is there, so
 * that it begins no tracking and ends none: everything outside its window would count as gone.
 */
@Controller('run/records/tracking')
export class RunTrackingController {
  constructor(private readonly tracking: DeletionTracking) {}

  @Post('start')
  @HttpCode(200)
  async start(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
  ): Promise<void> {
    const fence = sliceFenceOf(run, 'trackDeletesStart');
    if (run.isWindow !== true) await this.tracking.start(streamOf(run, model), fence);
  }

  @Post('end')
  @HttpCode(200)
  async end(
    @CurrentRun() run: RunClaims,
    @Query({ schema: runRecordsQuerySchema }) { model }: RunRecordsQuery,
    @Body({ schema: endTrackingBodySchema }) { guard }: EndTrackingBody,
  ): Promise<EndedTracking> {
    const fence = sliceFenceOf(run, 'trackDeletesEnd');
    if (run.isWindow === true) return { deletedKeys: [] };
    const { deletedIds, held, wasTracked } = await this.tracking.end(streamOf(run, model), { fence, guard });
    return {
      deletedKeys: deletedIds,
      ...(held > 0 && { heldDeletions: held }),
      ...(!wasTracked && { untracked: true as const }),
    };
  }
}
