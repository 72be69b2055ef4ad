import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunFailure } from '@svc/contracts';
import { backOffMs, type ErrorClass, type InvocationAttemptOutcome } from '@svc/contracts/workflows';
import { Database, FunctionInvocationRepository, type InvocationAttempt } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { keepTrying } from '../core/keep-trying.js';
import { classifyRunFailure } from '../runs/classify-run-failure.js';
import { RUN_NOT_STARTED } from '../runs/runner-client.service.js';
import { failed, LifecycleRuns, SUCCEEDED } from './lifecycle-runs.service.js';

/** Waits between attempts: together about a day. */
const BACK_OFF = { initialMs: 2_000, maxMs: 4 * 3_600_000, attempts: Number.POSITIVE_INFINITY };
const MAX_ATTEMPTS = 18;
/** Longest wait that a provider may ask for. */
const LONGEST_WAIT_MS = 86_400_000;

/** Failures that pass. The others are of the function itself, which would meet them again. */
const PASSES: ReadonlySet<ErrorClass> = new Set(['platform', 'provider-down', 'throttled', 'auth-transient']);

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
    if (failure && PASSES.has(classifyRunFailure(failure)) && attempt.tries < MAX_ATTEMPTS)
      return await this.repeat(attempt, failure);
    const dueInMs = failure ? undefined : await this.runs.comeAgain(attempt);
    if (dueInMs !== undefined) return { outcome: 'repeat', waitMs: dueInMs };
    await this.runs.end(attempt, failure ? failed(failure) : SUCCEEDED);
    return ENDED;
  }

  private async repeat(
    { id, attempt, tries: made }: InvocationAttempt,
    { name, retryAfterMs = 0 }: RunFailure,
  ): Promise<InvocationAttemptOutcome> {
    // Nothing ran, so this was no attempt.
    const tries = name === RUN_NOT_STARTED ? made - 1 : made;
    const waitMs = backOffMs(BACK_OFF, made, Math.min(retryAfterMs, LONGEST_WAIT_MS));
    await keepTrying(() => this.invocations.requeue(id, attempt, { waitMs, tries }));
    return { outcome: 'repeat', waitMs };
  }
}
