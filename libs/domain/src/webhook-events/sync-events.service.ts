import { Injectable } from '@nestjs/common';
import { WEBHOOK_FROM } from '@svc/contracts';
import { Database, SyncEventRepository, type SyncEventSource, type Transaction } from '@svc/database';
import { WebhookDispatch } from '../deliveries/webhook-dispatch.service.js';

type Payload = Record<string, unknown>;

/** How a run ended. */
export interface EndOfRun {
  readonly runId: string;
  readonly status: 'SUCCESS' | 'ERROR';
  readonly reason: string | undefined;
  /** No run had succeeded before it. */
  readonly isInitial: boolean;
}

type ToldRun = SyncEventSource & { readonly syncType: 'INITIAL' | 'INCREMENTAL' | 'WEBHOOK' };

const NOTHING = { added: 0, updated: 0, deleted: 0 };

/** Writes down what customers are told about runs of syncs (wire contract, section 15, type `sync`), in the transaction of their end. */
@Injectable()
export class SyncEvents {
  private readonly runs: SyncEventRepository;

  constructor(
    database: Database,
    private readonly dispatch: WebhookDispatch,
  ) {
    this.runs = new SyncEventRepository(database);
  }

  /** Nothing is written where nobody can be told, or wants to be. */
  async record({ runId, status, reason, isInitial }: EndOfRun, tx: Transaction): Promise<void> {
    const found = await this.runs.find(runId, tx);
    if (!found) return;
    const run: ToldRun = { ...found, syncType: isInitial ? 'INITIAL' : 'INCREMENTAL' };
    await this.send(tx, run, status === 'SUCCESS' ? successes(run) : failures(run, reason));
  }

  /** The same for a webhook that a sync handled; one that changed nothing is not worth telling. */
  async recordWebhookRun(id: string, tx: Transaction): Promise<void> {
    const found = await this.runs.findWebhookRun(id, tx);
    if (!found) return;
    const run: ToldRun = { ...found, syncType: 'WEBHOOK' };
    await this.send(tx, run, run.error ? failures(run, undefined) : changes(run));
  }

  private async send(tx: Transaction, run: ToldRun, payloads: readonly Payload[]): Promise<void> {
    const { environmentId, connectionId } = run;
    await this.dispatch.send(
      tx,
      payloads.map((payload) => ({ environmentId, connectionId, type: 'sync', payload })),
    );
  }
}

const shared = (run: ToldRun): Payload => ({
  from: WEBHOOK_FROM.canonical,
  type: 'sync',
  connectionId: run.connectionKey,
  providerConfigKey: run.providerConfigKey,
  syncName: run.name,
  syncVariant: run.variant,
  syncType: run.syncType,
  ...((run.checkpointFrom ?? run.checkpointTo) && {
    checkpoints: { from: run.checkpointFrom, to: run.checkpointTo },
  }),
});

/** One for each model; those without changes only where they are wanted. */
const successes = (run: ToldRun): Payload[] => modelsOf(run, run.settings['on_sync_completion_always'] !== false);

const changes = (run: ToldRun): Payload[] => modelsOf(run, false);

function modelsOf(run: ToldRun, wantsAll: boolean): Payload[] {
  return run.models.flatMap((model) => {
    const { added, updated, deleted } = run.results[model] ?? NOTHING;
    if (!wantsAll && added + updated + deleted === 0) return [];
    const startedAt = run.startedAt.toISOString();
    return {
      ...shared(run),
      model,
      success: true,
      modifiedAfter: startedAt,
      queryTimeStamp: startedAt,
      responseResults: { added, updated, deleted },
    };
  });
}

function failures(run: ToldRun, reason: string | undefined): Payload[] {
  if (run.settings['on_sync_error'] === false) return [];
  const { message } = run.error ?? {};
  return [
    {
      ...shared(run),
      model: run.models.join(','),
      success: false,
      error: {
        type: 'script_error',
        description: typeof message === 'string' ? message : `The run ended: ${reason ?? 'unknown'}.`,
        ...(reason !== undefined && { payload: { reason } }),
      },
      startedAt: run.startedAt.toISOString(),
      failedAt: run.finishedAt.toISOString(),
    },
  ];
}
