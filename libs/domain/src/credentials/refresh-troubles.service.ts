import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  refreshCredentialsWorkflowId,
  TASK_QUEUES,
  WORKFLOWS,
  type RefreshCredentialsInput,
} from '@svc/contracts/workflows';
import type { Transaction } from '@svc/database';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { CONFIG } from '../core/core.tokens.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import type { FoundConnection } from './found-connection.js';

/** An attempt waits for the lease of another one at most, then for its own request. */
const ATTEMPT_MARGIN_MS = 30_000;
/** An attempt and its wait take about ten events of a history. */
const ATTEMPTS_PER_EXECUTION = 200;

/** Hands refreshes that failed for a reason that passes to Temporal, which repeats them. */
@Injectable()
export class RefreshTroubles {
  constructor(
    private readonly outbox: TemporalOutbox,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Starts the workflow of a period of trouble, once the transaction in which it began has been committed. */
  async begin(
    tx: Transaction,
    { integration, connection }: FoundConnection,
    { troubleId, environmentName }: { readonly troubleId: string; readonly environmentName: string },
  ): Promise<void> {
    const input: RefreshCredentialsInput = {
      connectionId: connection.id,
      troubleId,
      limits: {
        attemptTimeoutMs: this.timing.waitMs + ATTEMPT_MARGIN_MS,
        initialMs: this.timing.retry.initialMs,
        maxMs: this.timing.retry.maxMs,
        attemptsPerExecution: ATTEMPTS_PER_EXECUTION,
      },
    };
    const customer = connection.tags[this.config.customerTag];
    await this.outbox.enqueue(tx, {
      kind: 'workflow.start',
      start: {
        workflow: WORKFLOWS.refreshCredentials,
        workflowId: refreshCredentialsWorkflowId(troubleId),
        taskQueue: TASK_QUEUES.system,
        args: [input],
        subject: {
          environment: environmentName,
          integration: integration.uniqueKey,
          connection: connection.connectionId,
          ...(customer !== undefined && { customer }),
        },
      },
    });
  }
}
