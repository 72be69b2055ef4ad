import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  connectionLifecycleWorkflowId,
  TASK_QUEUES,
  WORKFLOWS,
  type ConnectionLifecycleInput,
  type RunSubject,
} from '@svc/contracts/workflows';
import { Database, FunctionInvocationRepository, type Transaction } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { LifecycleFunctions } from './lifecycle-functions.service.js';
import { LifecycleRuns, type LifecycleSubject } from './lifecycle-runs.service.js';

const EVENT = 'post-connection-creation';
/** The runner ends an attempt itself; one that does not is cut off by Temporal, this much later. */
const ATTEMPT_MARGIN_MS = 60_000;

/** Functions that run after a connection is created, in the background: a workflow each, which survives any crash. */
@Injectable()
export class CreationHooks {
  private readonly invocations: FunctionInvocationRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly functions: LifecycleFunctions,
    private readonly runs: LifecycleRuns,
    private readonly outbox: TemporalOutbox,
  ) {
    this.invocations = new FunctionInvocationRepository(database);
  }

  /** In the transaction that creates the connection: what is promised here is done. */
  async enqueue(tx: Transaction, subject: LifecycleSubject): Promise<void> {
    for (const hook of await this.functions.of(subject.integrationId, EVENT, tx)) {
      const planned = this.runs.plan(subject, hook, EVENT);
      const { id, environmentName } = await this.invocations.enqueue(planned, tx);
      await this.start(tx, id, {
        environment: environmentName,
        integration: subject.providerConfigKey,
        connection: subject.connectionKey,
        function: hook.name,
      });
    }
  }

  private async start(tx: Transaction, invocationId: string, subject: RunSubject): Promise<void> {
    const input: ConnectionLifecycleInput = {
      invocationId,
      limits: {
        attemptTimeoutMs: this.config.action.maxRunMs + ATTEMPT_MARGIN_MS,
        heartbeatTimeoutMs: this.config.sync.heartbeatTimeoutMs,
      },
    };
    await this.outbox.enqueue(tx, {
      kind: 'workflow.start',
      start: {
        workflow: WORKFLOWS.connectionLifecycle,
        workflowId: connectionLifecycleWorkflowId(invocationId),
        taskQueue: TASK_QUEUES.system,
        args: [input],
        subject,
      },
    });
  }
}
