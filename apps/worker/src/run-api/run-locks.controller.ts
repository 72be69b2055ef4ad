import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { acquireLockSchema, releaseLockSchema, type AcquireLock, type ReleaseLock } from '@svc/contracts';
import { RunLocks, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';

/** Locks that the runs of an environment share. */
@Controller('run/locks')
export class RunLocksController {
  constructor(private readonly locks: RunLocks) {}

  @Post('acquire')
  @HttpCode(200)
  async acquire(
    @CurrentRun() run: RunClaims,
    @Body({ schema: acquireLockSchema }) lock: AcquireLock,
  ): Promise<{ acquired: boolean }> {
    return { acquired: await this.locks.acquire(run, lock) };
  }

  @Post('release')
  @HttpCode(200)
  async release(
    @CurrentRun() run: RunClaims,
    @Body({ schema: releaseLockSchema }) lock: ReleaseLock,
  ): Promise<{ released: boolean }> {
    return { released: await this.locks.release(run, lock) };
  }

  @Post('release-all')
  @HttpCode(204)
  async releaseAll(@CurrentRun() run: RunClaims): Promise<void> {
    await this.locks.releaseAll(run);
  }
}
