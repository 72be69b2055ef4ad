import { Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';

/**
 * A worker that runs its workflows in the one thread of the process. The SDK gives every worker, and so every task queue, a thread
 * of its own, of 40 to 50 MiB, nearly all of it the same code, for work that takes milliseconds. The thread knows the activities of
 * the first worker only, which matters to local activities; there are none.
 */
export class ThreadSharingWorker extends Worker {
  private static thread: Promise<WorkflowCreator> | undefined;
  private static users = 0;

  protected static override async createWorkflowCreator(
    ...options: Parameters<typeof Worker.createWorkflowCreator>
  ): Promise<WorkflowCreator> {
    this.users += 1;
    this.thread ??= super.createWorkflowCreator(...options);
    const thread = await this.thread.catch((error: unknown) => {
      this.users -= 1;
      this.thread = undefined;
      throw error;
    });
    return {
      createWorkflow: (workflow) => thread.createWorkflow(workflow),
      destroy: () => this.leave(thread),
    };
  }

  /** The last one out ends it. */
  private static async leave(thread: WorkflowCreator): Promise<void> {
    this.users -= 1;
    if (this.users > 0) return;
    this.thread = undefined;
    await thread.destroy();
  }
}
