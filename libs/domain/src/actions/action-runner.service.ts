import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG } from '../core/core.tokens.js';
import { RUN_NOT_STARTED } from '../runs/run-not-started.js';
import { RunnerClient, type JsonRunResult } from '../runs/runner-client.service.js';
import type { ActionAttempt } from '@svc/database';
import { ActionPayloads } from './action-payloads.service.js';
import { ActionRequests, type ActionRun } from './action-requests.service.js';

const ASK_AGAIN_AFTER_MS = 250;

/** Has the runner run actions. */
@Injectable()
export class ActionRunner {
  constructor(
    private readonly requests: ActionRequests,
    private readonly runner: RunnerClient,
    private readonly payloads: ActionPayloads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws {AppError} `script_aborted` when `signal` was aborted; the runner stops the function then. */
  async run(run: ActionRun, signal: AbortSignal): Promise<JsonRunResult> {
    return await this.runner.runToJson(this.requests.requestOf(run), { signal });
  }

  /** As {@link run}; a run that certainly did not begin, as the runner is full or restarts, is asked for again for a while. */
  async runWithinWait(run: ActionRun, signal: AbortSignal): Promise<JsonRunResult> {
    const giveUpAtMs = Date.now() + this.config.action.startWithinMs;
    for (;;) {
      const result = await this.run(run, signal);
      const hasStarted = result.outcome !== 'failed' || result.error.name !== RUN_NOT_STARTED;
      if (hasStarted || Date.now() > giveUpAtMs) return result;
      // Asking again tells that the caller is gone.
      await delay(ASK_AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** As {@link run}, with the input that the run's row keeps. */
  async runQueued(attempt: ActionAttempt, signal: AbortSignal): Promise<JsonRunResult> {
    const input = this.payloads.openInput(attempt.inputSealed);
    return await this.run({ ...attempt, runId: attempt.id, input }, signal);
  }
}
