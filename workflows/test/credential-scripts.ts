import type {
  RefreshActivities,
  RefreshAttemptOutcome,
  RefreshCredentialsInput,
  RevokeActivities,
  RevokeOutcome,
  SweepOutcome,
} from '@svc/contracts/workflows';
import type { Client, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { TASK_QUEUE } from './workflow-bed.js';

export const DOWN_AGAIN: RefreshAttemptOutcome = { outcome: 'repeat', reason: 'provider_down', askedMs: 0 };
export const RECOVERED: RefreshAttemptOutcome = { outcome: 'ended', reason: 'recovered' };
export const NOTHING_DONE: Omit<SweepOutcome, 'more'> = { refreshed: 0, failed: 0, tested: 0, postponed: 0 };

/** What one workflow did. */
export interface ScriptedRun {
  readonly handle: WorkflowHandleWithFirstExecutionRunId;
  /** When its activities were called, in milliseconds since 1970. */
  readonly calls: readonly number[];
}

type Script<Outcome> = (n: number) => Outcome | Promise<Outcome>;

interface Started<Outcome> {
  readonly script: Script<Outcome>;
  readonly calls: number[];
}

/** Activities of the workflows about credentials that follow a script each. */
export class CredentialScripts {
  private readonly refreshes = new Map<string, Started<RefreshAttemptOutcome>>();
  private readonly revocations = new Map<string, Started<RevokeOutcome>>();
  /** The Schedule runs one sweep at a time, and so do the tests. */
  private sweeping: Started<SweepOutcome> | undefined;

  readonly activities: RefreshActivities & RevokeActivities = {
    refreshCredentials: ({ troubleId }) => follow(this.refreshes.get(troubleId)),
    sweepConnections: () => follow(this.sweeping),
    revokeCredentials: ({ batchId }) => follow(this.revocations.get(batchId)),
  };

  /** @param script decides the outcome of attempt number `n`, from 1. */
  async refresh(
    client: Client,
    script: Script<RefreshAttemptOutcome>,
    limits: Partial<RefreshCredentialsInput['limits']> = {},
  ): Promise<ScriptedRun> {
    const troubleId = randomUUID();
    const input: RefreshCredentialsInput = {
      connectionId: 7,
      troubleId,
      limits: { attemptTimeoutMs: 10_000, initialMs: 20, maxMs: 100, attemptsPerExecution: 100, ...limits },
    };
    const started = { script, calls: [] };
    this.refreshes.set(troubleId, started);
    return await start(client, 'refresh-credentials', [input], started);
  }

  async sweep(client: Client, script: Script<SweepOutcome>): Promise<ScriptedRun> {
    this.sweeping = { script, calls: [] };
    return await start(client, 'refresh-sweep', [], this.sweeping);
  }

  async revoke(client: Client, script: Script<RevokeOutcome>): Promise<ScriptedRun> {
    const batchId = randomUUID();
    const started = { script, calls: [] };
    this.revocations.set(batchId, started);
    return await start(client, 'revoke-credentials', [{ batchId }], started);
  }
}

async function follow<Outcome>(started: Started<Outcome> | undefined): Promise<Outcome> {
  if (!started) throw new Error('There is no script for this workflow.');
  started.calls.push(Date.now());
  return await started.script(started.calls.length);
}

async function start(
  client: Client,
  workflow: string,
  args: unknown[],
  { calls }: { readonly calls: readonly number[] },
): Promise<ScriptedRun> {
  const workflowId = `${workflow}-${randomUUID()}`;
  return { handle: await client.workflow.start(workflow, { taskQueue: TASK_QUEUE, workflowId, args }), calls };
}
