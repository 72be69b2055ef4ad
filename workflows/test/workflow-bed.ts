import type { SyncActivities } from '@svc/contracts/workflows';
import { startTestTemporal, type TestTemporal } from '@svc/testing';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { bundleWorkflows } from './bundle-workflows.js';
import { quietLogger } from './quiet-logger.js';
import type { SyncScript } from './sync-script.js';

export const TASK_QUEUE = 'test';

/** The real workflows on a real server, with activities that follow the scripts of tests. */
export class WorkflowBed {
  private readonly scripts = new Map<string, SyncScript>();
  private worker: Worker | undefined;
  private stopped: Promise<void> = Promise.resolve();

  private constructor(
    readonly temporal: TestTemporal,
    readonly client: Client,
    private readonly connection: NativeConnection,
  ) {}

  /** @param more activities of other workflows than `sync`. */
  static async start(more: object = {}): Promise<WorkflowBed> {
    Runtime.install({ shutdownSignals: [], logger: quietLogger });
    const [temporal, workflowBundle] = await Promise.all([startTestTemporal(), bundleWorkflows()]);
    const { address } = temporal;
    const connection = await NativeConnection.connect({ address });
    const bed = new WorkflowBed(temporal, await temporal.client(), connection);
    await bed.work({ workflowBundle }, more);
    return bed;
  }

  /** Starts a run of the workflow `sync` that follows a script. */
  async start(script: SyncScript): Promise<WorkflowHandle> {
    const syncId = randomUUID();
    this.scripts.set(syncId, script);
    return await this.client.workflow.start('sync', {
      taskQueue: TASK_QUEUE,
      workflowId: `sync-${syncId}`,
      args: [{ syncId }],
    });
  }

  async runToEnd(script: SyncScript): Promise<WorkflowHandle> {
    const handle = await this.start(script);
    await handle.result();
    return handle;
  }

  async stop(): Promise<void> {
    this.worker?.shutdown();
    await this.stopped;
    await this.client.connection.close();
    await this.connection.close();
    await this.temporal.stop();
  }

  private async work(options: Pick<WorkerOptions, 'workflowBundle'>, more: object): Promise<void> {
    const scriptOf = ({ syncId }: { syncId: string }): SyncScript => {
      const script = this.scripts.get(syncId);
      if (!script) throw new Error(`No script for the sync ${syncId}.`);
      return script;
    };
    const activities: SyncActivities = {
      startSyncRun: (claim) => scriptOf(claim).startSyncRun(claim),
      runSyncSlice: (slice) => scriptOf(slice).runSyncSlice(slice),
      finishSyncRun: (end) => scriptOf(end).finishSyncRun(end),
    };
    this.worker = await Worker.create({
      ...options,
      connection: this.connection,
      taskQueue: TASK_QUEUE,
      activities: { ...activities, ...more },
    });
    this.stopped = this.worker.run();
  }
}
