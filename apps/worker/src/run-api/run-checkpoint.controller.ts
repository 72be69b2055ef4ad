import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { checkpointSaveSchema, type CheckpointResponse, type CheckpointSave } from '@svc/contracts';
import type { RunFence } from '@svc/database';
import { SyncCheckpoints, type CheckpointAttempt, type RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import { CurrentRun } from './current-run.decorator.js';
import { fenceOf, sliceFenceOf } from './run-stream.js';

/** The checkpoint of the sync that runs. */
@Controller('run/checkpoint')
export class RunCheckpointController {
  constructor(private readonly checkpoints: SyncCheckpoints) {}

  @Get()
  async get(@CurrentRun() run: RunClaims): Promise<CheckpointResponse> {
    return await this.checkpoints.get(attemptOf(run, fenceOf(run)));
  }

  @Put()
  async save(
    @CurrentRun() run: RunClaims,
    @Body({ schema: checkpointSaveSchema }) { checkpoint, version }: CheckpointSave,
  ): Promise<{ version: number }> {
    return {
      version: await this.checkpoints.save(attemptOf(run, sliceFenceOf(run, 'saveCheckpoint')), checkpoint, version),
    };
  }

  @Delete()
  async clear(@CurrentRun() run: RunClaims): Promise<{ version: number }> {
    return { version: await this.checkpoints.clear(attemptOf(run, sliceFenceOf(run, 'clearCheckpoint'))) };
  }
}

function attemptOf({ syncId, isWindow = false }: RunClaims, fence: RunFence): CheckpointAttempt {
  if (syncId === undefined) throw new AppError('invalid_request', 'Only a sync has a checkpoint.');
  return { syncId, fence, isWindow };
}
