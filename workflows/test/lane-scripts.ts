import type { LaneActivities, LaneInput, LaneKind, LaneRound } from '@svc/contracts/workflows';
import { WAKE_LANE } from '@svc/contracts/workflows';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { TASK_QUEUE } from './workflow-bed.js';

export const EMPTY: LaneRound = { handled: 0, waitMs: null };
export const MORE: LaneRound = { handled: 3, waitMs: 0 };
export const asleepFor = (waitMs: number): LaneRound => ({ handled: 1, waitMs });

/** What one lane did. */
export interface ScriptedLane {
  readonly handle: WorkflowHandle;
  /** When its rounds began, in milliseconds since 1970. */
  readonly rounds: readonly number[];
  wake(): Promise<void>;
}

type Script = (n: number) => LaneRound | Promise<LaneRound>;

/** Rounds of lanes that follow a script each. */
export class LaneScripts {
  private readonly lanes = new Map<string, { script: Script; rounds: number[] }>();

  readonly activities: LaneActivities = {
    drainLane: async ({ key }) => {
      const lane = this.lanes.get(key);
      if (!lane) throw new Error(`There is no script for the lane ${key}.`);
      lane.rounds.push(Date.now());
      return await lane.script(lane.rounds.length);
    },
  };

  /** @param script decides the outcome of round number `n`, from 1. */
  async start(
    client: Client,
    script: Script,
    limits: Partial<LaneInput['limits']> = {},
    kind: LaneKind = 'webhook-delivery',
  ): Promise<ScriptedLane> {
    const key = randomUUID();
    const rounds: number[] = [];
    this.lanes.set(key, { script, rounds });
    const input: LaneInput = {
      kind,
      key,
      limits: {
        roundTimeoutMs: 60_000,
        heartbeatTimeoutMs: 30_000,
        roundsPerExecution: 100,
        fairnessKey: '1',
        ...limits,
      },
    };
    const signalWithStart = async (): Promise<WorkflowHandle> =>
      await client.workflow.signalWithStart(kind, {
        taskQueue: TASK_QUEUE,
        workflowId: `${kind}-${key}`,
        args: [input],
        signal: WAKE_LANE,
        signalArgs: [],
      });
    await signalWithStart();
    const handle = client.workflow.getHandle(`${kind}-${key}`);
    return { handle, rounds, wake: async () => void (await signalWithStart()) };
  }
}
