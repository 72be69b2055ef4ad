import { Injectable } from '@nestjs/common';
import type { RunFailure } from '@svc/contracts';
import {
  Database,
  WebhookRunRepository,
  type ItemClaim,
  type WebhookRunAttempt,
  type WebhookRunEnd,
} from '@svc/database';
import { storableText } from '@svc/observability';
import { keepTrying } from '../core/keep-trying.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { failureLine } from '../runs/failure-line.js';
import { SyncEvents } from '../webhook-events/sync-events.service.js';

const LONGEST_ERROR_TEXT = 8_000;

/** What goes with runs for webhooks: their log, their rows, and what the customer is told. */
@Injectable()
export class WebhookRunEndings {
  private readonly runs: WebhookRunRepository;

  constructor(
    private readonly database: Database,
    private readonly log: OperationLog,
    private readonly events: SyncEvents,
  ) {
    this.runs = new WebhookRunRepository(database);
  }

  /** Begins the operation of an attempt; its id. */
  begin(attempt: WebhookRunAttempt): string {
    const { environmentId, integrationId, providerConfigKey, connectionId, connectionKey, syncId } = attempt;
    const subject = { environmentId, integrationId, providerConfigKey, connectionId, connectionKey, syncId };
    return this.log.start({ ...subject, type: 'webhook', action: 'on_webhook', functionName: attempt.syncName }).id;
  }

  /** Ends a run for good, and tells the customer in the same transaction. */
  async end(attempt: WebhookRunAttempt, operationId: string, failure: RunFailure | undefined): Promise<void> {
    const end: WebhookRunEnd = { status: failure ? 'failed' : 'succeeded', error: failure ? errorOf(failure) : null };
    const isMine = await keepTrying(() =>
      this.database.transaction(async (tx) => {
        if (!(await this.runs.finish(attempt, end, operationId, tx))) return false;
        await this.events.recordWebhookRun(attempt.id, tx);
        return true;
      }),
    );
    if (isMine) this.close(operationId, failure);
  }

  /** The attempt is to be repeated. */
  async putOff(
    attempt: WebhookRunAttempt,
    operationId: string,
    { failure, waitMs, tries }: { failure: RunFailure; waitMs: number; tries: number },
  ): Promise<void> {
    await keepTrying(() => this.runs.requeue(attempt, { waitMs, tries }));
    this.log.log(operationId, { level: 'warn', message: `It will be repeated in ${Math.ceil(waitMs / 1000)} s.` });
    this.close(operationId, failure);
  }

  /** Sync, function or connection are gone. */
  async skip(item: ItemClaim): Promise<void> {
    const error = { code: 'not_found', message: 'The sync or its connection was gone before the webhook was handled.' };
    await keepTrying(() => this.runs.finish(item, { status: 'skipped', error }, null, this.database));
  }

  private close(operationId: string, failure: RunFailure | undefined): void {
    if (failure) this.log.log(operationId, failureLine(failure));
    this.log.finish(operationId, failure ? { status: 'failed', error: errorOf(failure) } : { status: 'success' });
  }
}

const errorOf = ({ type, message }: RunFailure): { code: string; message: string } => ({
  code: type,
  message: storableText(message, LONGEST_ERROR_TEXT),
});
