import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { InvocationAttemptOutcome } from '@svc/contracts/workflows';
import { Database, FunctionInvocationRepository, type InvocationAttempt } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { keepTrying } from '../core/keep-trying.js';
import { repeatOf } from '../runs/repeat-of.js';
import { failed, LifecycleRuns, SUCCEEDED } from './lifecycle-runs.service.js';

const ENDED: InvocationAttemptOutcome = { outcome: 'ended' };

/** Makes the attempts of on-event functions that run in the background. One that died with its process is made again. */
@Injectable()
export class InvocationExecutor {
  private readonly invocations: FunctionInvocationRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: LifecycleRuns,
  ) {
    this.invocations = new FunctionInvocationRepository(database);
  }

  async attempt(id: string, signal: AbortSignal): Promise<InvocationAttemptOutcome> {
    const state = await this.invocations.findState(id);
    if (!state || (state.status !== 'queued' && state.status !== 'running')) return ENDED;
    if (!state.isRunnable) {
      const error = { code: 'not_found', message: 'The connection or the function was gone before it ran.' };
      await this.runs.end({ ...state, id }, { status: 'skipped', error });
      return ENDED;
    }
    if (state.status === 'queued' && state.dueInMs > 0) return { outcome: 'repeat', waitMs: state.dueInMs };
    const attempt = await this.invocations.begin(id, state.attempt);
    return attempt ? await this.run(attempt, signal) : ENDED;
  }

  private async run(attempt: InvocationAttempt, signal: AbortSignal): Promise<InvocationAttemptOutcome> {
    const failure = await this.runs.attempt(attempt, this.config.action.maxRunMs, signal);
    const repeat = repeatOf(failure, attempt.tries);
    if (repeat) {
      await keepTrying(() => this.invocations.requeue(attempt.id, attempt.attempt, repeat));
      return { outcome: 'repeat', waitMs: repeat.waitMs };
    }
    const dueInMs = failure ? undefined : await this.runs.comeAgain(attempt);
    if (dueInMs !== undefined) return { outcome: 'repeat', waitMs: dueInMs };
    await this.runs.end(attempt, failure ? failed(failure) : SUCCEEDED);
    return ENDED;
  }
}
