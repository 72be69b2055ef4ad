import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, FunctionInvocationRepository } from '@svc/database';
import { WorkflowStarter } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { lifecycleWorkflow } from './lifecycle-workflow.js';

/** Starts the workflows again that are gone before their run has ended, such as one that an operator terminated. */
@Injectable()
export class LostInvocations {
  private readonly invocations: FunctionInvocationRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'action' | 'sync'>,
    private readonly workflows: WorkflowStarter,
    private readonly log: OperationLog,
  ) {
    this.invocations = new FunctionInvocationRepository(database);
  }

  /** Looks at some of those that are older than this. Returns how many were lost. */
  async restart(olderThanMs: number, limit: number): Promise<number> {
    let count = 0;
    for (const { id, operationId, ...subject } of await this.invocations.findInBackground(olderThanMs, limit)) {
      const workflow = lifecycleWorkflow(id, subject, this.config);
      if (await this.workflows.isOpen(workflow.workflowId)) continue;
      await this.workflows.startAgain(workflow);
      this.log.log(operationId, { level: 'warn', message: 'Its workflow was gone and is started again.' });
      count += 1;
    }
    return count;
  }
}
