import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, FunctionInvocationRepository, type Transaction } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { LifecycleFunctions } from './lifecycle-functions.service.js';
import { LifecycleRuns, type LifecycleSubject } from './lifecycle-runs.service.js';
import { lifecycleWorkflow } from './lifecycle-workflow.js';

const EVENT = 'post-connection-creation';

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
      const run = {
        environment: environmentName,
        integration: subject.providerConfigKey,
        connection: subject.connectionKey,
        function: hook.name,
      };
      await this.outbox.enqueue(tx, { kind: 'workflow.start', start: lifecycleWorkflow(id, run, this.config) });
    }
  }
}
