import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunFailure, RunResult } from '@svc/contracts';
import { backOffMs, type ErrorClass } from '@svc/contracts/workflows';
import { Database, WebhookRunRepository, type ItemClaim, type WebhookRunAttempt } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import type { ItemVerdict } from '../lanes/lane-source.js';
import { classifyRunFailure } from '../runs/classify-run-failure.js';
import { RUN_NOT_STARTED, RunnerClient } from '../runs/runner-client.service.js';
import { RunRequests } from '../runs/run-requests.service.js';
import { WebhookRunEndings } from './webhook-run-endings.service.js';

const TOKEN_MARGIN_MS = 60_000;
/** The handler of a webhook returns nothing. */
const OUTPUT_BYTES = 1_024;

/** Waits between attempts: together about a day. */
const BACK_OFF = { initialMs: 2_000, maxMs: 4 * 3_600_000, attempts: Number.POSITIVE_INFINITY };
const MAX_TRIES = 18;
const LONGEST_WAIT_MS = 86_400_000;

/** Failures that pass. The others are of the function itself, which would meet them again. */
const PASSES: ReadonlySet<ErrorClass> = new Set(['platform', 'provider-down', 'throttled', 'auth-transient']);

const DONE: ItemVerdict = { isDone: true };

/** Lets functions handle webhooks. An attempt that died with its process is made again: handlers save by id. */
@Injectable()
export class WebhookRunExecutor {
  private readonly runs: WebhookRunRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly requests: RunRequests,
    private readonly runner: RunnerClient,
    private readonly endings: WebhookRunEndings,
  ) {
    this.runs = new WebhookRunRepository(database);
  }

  async attempt(item: ItemClaim, signal: AbortSignal): Promise<ItemVerdict> {
    const attempt = await this.runs.begin(item);
    if (!attempt) {
      await this.endings.skip(item);
      return DONE;
    }
    const operationId = this.endings.begin(attempt);
    const result = await this.runner.run(this.requestOf(attempt, operationId), { signal });
    if (result.outcome === 'superseded') return DONE;
    const failure = failureOf(result);
    if (failure && PASSES.has(classifyRunFailure(failure)) && attempt.tries < MAX_TRIES)
      return await this.repeat(attempt, operationId, failure);
    await this.endings.end(attempt, operationId, failure);
    return DONE;
  }

  private requestOf(attempt: WebhookRunAttempt, operationId: string): ReturnType<RunRequests['of']> {
    const { id, claims, syncId, syncName: name, variant, models, lastSyncDate, payload } = attempt;
    return this.requests.of({
      ...attempt,
      runId: id,
      kind: 'sync',
      isWebhook: true,
      functionName: name,
      epoch: claims,
      operationId,
      input: payload,
      syncId,
      sync: { name, variant, models: [...models], lastSyncDate: lastSyncDate?.toISOString() ?? null },
      limits: { wallTimeMs: this.config.webhookRuns.maxRunMs, outputBytes: OUTPUT_BYTES },
      tokenMarginMs: TOKEN_MARGIN_MS,
    });
  }

  /** Later webhooks of the connection wait for it: their order is kept. */
  private async repeat(attempt: WebhookRunAttempt, operationId: string, failure: RunFailure): Promise<ItemVerdict> {
    const { name, retryAfterMs = 0 } = failure;
    // Nothing ran, so this was no attempt.
    const tries = name === RUN_NOT_STARTED ? attempt.tries - 1 : attempt.tries;
    const waitMs = backOffMs(BACK_OFF, attempt.tries, Math.min(retryAfterMs, LONGEST_WAIT_MS));
    await this.endings.putOff(attempt, operationId, { failure, waitMs, tries });
    return { isDone: false, waitMs };
  }
}

function failureOf(result: Exclude<RunResult, { outcome: 'superseded' }>): RunFailure | undefined {
  if (result.outcome === 'completed') return undefined;
  if (result.outcome === 'failed') return result.error;
  return { type: 'platform', name: 'RunLost', message: 'The runner ended the function without a result.' };
}
