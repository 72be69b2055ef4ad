import type { LaneName } from '@svc/contracts/workflows';
import type { WorkflowWake } from '@svc/temporal';
import type { LaneDrain } from '../lanes/lane-drain.service.js';

/** Stands for Temporal: a lane that is woken is drained, again when it was woken meanwhile. */
export class LaneWorkflows {
  isAway = false;
  wakes = 0;
  drain!: LaneDrain;
  readonly stop = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private readonly signalled = new Set<string>();

  async signalWithStart({ workflowId, args }: WorkflowWake): Promise<void> {
    if (this.isAway) throw new Error('Temporal is away.');
    this.wakes++;
    this.signalled.add(workflowId);
    const lane = args[0] as LaneName;
    if (!this.running.has(workflowId)) this.running.set(workflowId, this.work(workflowId, lane));
  }

  async ended(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.running.values());
  }

  private async work(id: string, { kind, key }: LaneName): Promise<void> {
    for (let waitMs: number | null = 0; waitMs !== null || this.signalled.has(id);) {
      const asleepUntil = Date.now() + (waitMs ?? 0);
      while (Date.now() < asleepUntil && !this.signalled.has(id) && !this.stop.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, 10));
      if (this.stop.signal.aborted) return;
      this.signalled.delete(id);
      ({ waitMs } = await this.drain.run({ kind, key }, this.stop.signal));
    }
    this.running.delete(id);
  }
}
