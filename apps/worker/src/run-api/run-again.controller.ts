import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { runAgainSchema, type RunAgain } from '@svc/contracts';
import { LifecycleRuns, type RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import { CurrentRun } from './current-run.decorator.js';

const YEAR_MS = 366 * 86_400_000;

/** Functions that ask to run again. */
@Controller('run/again')
export class RunAgainController {
  constructor(private readonly runs: LifecycleRuns) {}

  @Post()
  @HttpCode(204)
  async again(
    @CurrentRun() { runId, kind, epoch }: RunClaims,
    @Body({ schema: runAgainSchema }) { at }: RunAgain,
  ): Promise<void> {
    const time = new Date(at);
    const inMs = time.getTime() - Date.now();
    if (inMs <= 0 || inMs > YEAR_MS)
      throw new AppError('invalid_body', `runAgainAt: ${at} is not within the next year.`);
    if (kind === 'on-event' && (await this.runs.noteAgain(runId, epoch, time))) return;
    throw new AppError(
      'invalid_body',
      'runAgainAt: only a post-connection-creation function that is running comes again.',
    );
  }
}
