import { Inject, Injectable } from '@nestjs/common';
import { actionWorkflowId } from '@svc/contracts/workflows';
import { ActionRunRepository, Database } from '@svc/database';
import { WorkflowStarter } from '@svc/temporal';
import { ActionExecutor } from './action-executor.service.js';

/** Ends actions whose workflow is gone, such as one that an operator terminated: their callers would ask for ever. */
@Injectable()
export class LostActions {
  private readonly runs: ActionRunRepository;

  constructor(
    database: Database,
    @Inject(ActionExecutor) private readonly executor: Pick<ActionExecutor, 'giveUp'>,
    @Inject(WorkflowStarter) private readonly workflows: Pick<WorkflowStarter, 'isOpen'>,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  async end(olderThanMs: number, limit: number): Promise<number> {
    let count = 0;
    for (const id of await this.runs.findOpen(olderThanMs, limit)) {
      if (await this.workflows.isOpen(actionWorkflowId(id))) continue;
      await this.executor.giveUp(id);
      count += 1;
    }
    return count;
  }
}
