import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, WebhookRunRepository, type ItemClaim, type WebhookRunAttempt } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import type { ItemVerdict } from '../lanes/lane-source.js';
import { failureOf } from '../runs/failure-of.js';
import { repeatOf } from '../runs/repeat-of.js';
import { RunnerClient } from '../runs/runner-client.service.js';
import { RunRequests } from '../runs/run-requests.service.js';
import { WebhookRunEndings } from './webhook-run-endings.service.js';

const TOKEN_MARGIN_MS = 60_000;
/** The handler of a webhook returns nothing. */
const OUTPUT_BYTES = 1_024;

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
    const repeat = repeatOf(failure, attempt.tries);
    if (failure && repeat) {
      // Later webhooks of the connection wait for it: their order is kept.
      await this.endings.putOff(attempt, operationId, { failure, ...repeat });
      return { isDone: false, waitMs: repeat.waitMs };
    }
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
}
