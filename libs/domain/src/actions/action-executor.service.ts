import { Injectable } from '@nestjs/common';
import type { RunFailure } from '@svc/contracts';
import type { ActionAttemptOutcome } from '@svc/contracts/workflows';
import { backOffMs } from '@svc/contracts/workflows';
import {
  ActionRunRepository,
  Database,
  type ActionAttempt,
  type ActionRunState,
  type ActionRunStatus,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { RUN_NOT_STARTED } from '../runs/run-not-started.js';
import type { JsonRunResult } from '../runs/runner-client.service.js';
import { ActionAdmission } from './action-admission.service.js';
import { actionErrorOf } from './action-error.js';
import { ActionEndings, type EndingAction } from './action-endings.service.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionRunner } from './action-runner.service.js';
import { keepTrying } from '../core/keep-trying.js';

/** Waits between attempts. */
const BACK_OFF = { initialMs: 1_000, maxMs: 60_000, attempts: Number.POSITIVE_INFINITY };
/** An action that nothing could start for this long fails (wire contract, section 10). */
const START_WITHIN_MS = 86_400_000;
/** Failures that another attempt would meet again. */
const FINAL: ReadonlySet<RunFailure['type']> = new Set(['invalid_input', 'auth_dead']);

const HAS_ENDED: ReadonlySet<ActionRunStatus> = new Set(['succeeded', 'failed', 'cancelled']);
/** Wait of an action that found no free slot; spread, so that those who wait do not come back together. */
const slotWaitMs = (): number => 2_000 + Math.round(Math.random() * 3_000);

const ENDED: ActionAttemptOutcome = { outcome: 'ended' };
const LOST = () =>
  new AppError(
    'action_script_failure',
    'The attempt was lost: the process that ran it died. It may have had effects; it was not run a second time.',
  );
const NEVER_STARTED = () =>
  new AppError('action_script_failure', 'The action found no free slot within a day and was not started.');
const ABORTED = () => new AppError('script_aborted', 'The action was cancelled.');

/**
 * Makes the attempts of asynchronous actions. An attempt is made once: one whose process died counts as failed, since nobody
 * knows what it had done already.
 */
@Injectable()
export class ActionExecutor {
  private readonly runs: ActionRunRepository;

  constructor(
    database: Database,
    private readonly admission: ActionAdmission,
    private readonly runner: ActionRunner,
    private readonly endings: ActionEndings,
    private readonly operations: ActionOperations,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  /** @param signal aborted when the workflow is cancelled. */
  async attempt(id: string, signal: AbortSignal): Promise<ActionAttemptOutcome> {
    const state = await this.runs.findState(id);
    if (!state || HAS_ENDED.has(state.status)) return ENDED;
    if (state.status === 'running') return await this.repeatOrFail({ ...state, id }, LOST());
    if (!state.isConnected) {
      return await this.fail(
        { ...state, id },
        new AppError('unknown_connection', 'The connection was deleted before the action ran.'),
      );
    }
    const release = this.admission.tryTake(state);
    if (!release) return await this.waitForSlot({ ...state, id });
    try {
      const attempt = await this.runs.begin(id, state.attempt);
      // Nobody else makes attempts of this workflow: whoever began this one will end it.
      return attempt ? await this.run(attempt, signal) : ENDED;
    } finally {
      release();
    }
  }

  /** Ends an action whose workflow was cancelled. */
  async abort(id: string): Promise<void> {
    const state = await this.runs.findState(id);
    if (state) await this.fail({ ...state, id }, ABORTED());
  }

  /** Ends an action whose workflow is gone without a word. */
  async giveUp(id: string): Promise<void> {
    const state = await this.runs.findState(id);
    if (state) await this.fail({ ...state, id }, LOST());
  }

  private async run(attempt: ActionAttempt, signal: AbortSignal): Promise<ActionAttemptOutcome> {
    return await this.settle(attempt, await this.runner.runQueued(attempt, signal));
  }

  private async settle(attempt: ActionAttempt, result: JsonRunResult): Promise<ActionAttemptOutcome> {
    if (result.outcome === 'completed') {
      await this.endings.succeed(attempt, result.outputJson);
      return ENDED;
    }
    if (result.outcome !== 'failed') return await this.fail(attempt, LOST());
    this.operations.logFailure(attempt.operationId, result.error);
    if (result.error.name === RUN_NOT_STARTED) return await this.waitForRunner(attempt, result.error);
    const error = actionErrorOf(result.error);
    return FINAL.has(result.error.type)
      ? await this.fail(attempt, error)
      : await this.repeatOrFail(attempt, error, result.error.retryAfterMs);
  }

  private async waitForSlot(run: Ending & Pick<ActionRunState, 'createdAt'>): Promise<ActionAttemptOutcome> {
    if (Date.now() - run.createdAt.getTime() > START_WITHIN_MS) return await this.fail(run, NEVER_STARTED());
    return { outcome: 'repeat', waitMs: slotWaitMs() };
  }

  /** Nothing ran, so this was no attempt. */
  private async waitForRunner(attempt: ActionAttempt, failure: RunFailure): Promise<ActionAttemptOutcome> {
    const ageMs = Date.now() - attempt.createdAt.getTime();
    if (ageMs > START_WITHIN_MS) return await this.fail(attempt, actionErrorOf(failure));
    await keepTrying(() => this.runs.requeue(attempt.id, attempt.attempt, attempt.attempt - 1));
    return {
      outcome: 'repeat',
      waitMs: Math.max(failure.retryAfterMs ?? 0, Math.min(BACK_OFF.maxMs, BACK_OFF.initialMs + ageMs / 4)),
    };
  }

  private async repeatOrFail(attempt: Ending, error: AppError, retryAfterMs = 0): Promise<ActionAttemptOutcome> {
    if (attempt.attempt > attempt.maxRetries) return await this.fail(attempt, error);
    await keepTrying(() => this.runs.requeue(attempt.id, attempt.attempt, attempt.attempt));
    this.operations.log(
      attempt.operationId,
      'warn',
      `Attempt ${attempt.attempt} failed: ${error.message} It will be repeated.`,
    );
    return { outcome: 'repeat', waitMs: backOffMs(BACK_OFF, attempt.attempt, Math.min(retryAfterMs, START_WITHIN_MS)) };
  }

  private async fail(run: Ending, error: AppError): Promise<ActionAttemptOutcome> {
    await this.endings.fail(run, error);
    return ENDED;
  }
}

type Ending = EndingAction & Pick<ActionRunState, 'maxRetries'>;
