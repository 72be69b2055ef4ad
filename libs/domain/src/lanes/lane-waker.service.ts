import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { laneWorkflowId, TASK_QUEUES, WAKE_LANE } from '@svc/contracts/workflows';
import { Database, LaneRepository, type LaneRow, type SleepingLane } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { WorkflowStarter } from '@svc/temporal';
import { LOGGER } from '../core/core.tokens.js';
import { laneKind } from './lane-kind.js';

type Name = Pick<LaneRow, 'kind' | 'key'>;

const ROUND_TIMEOUT_MS = 3_600_000;
const HEARTBEAT_TIMEOUT_MS = 15_000;
const ROUNDS_PER_EXECUTION = 500;
/** Wakes that are under way at the same time. */
const CONCURRENCY = 8;
/** After Temporal gave no answer, nobody is woken for this long: the sweep finds who is left. */
const BREAK_MS = 5_000;

/** Wakes lanes: starts their workflow, or signals the one that sleeps. */
@Injectable()
export class LaneWaker implements OnApplicationShutdown {
  private readonly lanes: LaneRepository;
  private readonly waiting = new Map<string, Name>();
  private readonly active = new Set<Promise<void>>();
  private unavailableUntil = 0;

  constructor(
    database: Database,
    private readonly workflows: WorkflowStarter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lanes = new LaneRepository(database);
  }

  /** Wakes lanes in the background. Best effort: who is not woken here is found by the sweep. */
  wakeSoon(names: readonly Name[]): void {
    if (Date.now() < this.unavailableUntil) return;
    for (const { kind, key } of names) this.waiting.set(`${kind} ${key}`, { kind, key });
    this.fill();
  }

  /** Starts the lane's workflow or signals it. Waking one that is awake makes it look once more. */
  async wake({ kind, key, environment, environmentId, subject }: SleepingLane): Promise<void> {
    const name = { kind: laneKind(kind), key };
    const { title = key, integration, connection } = subject;
    await this.workflows.signalWithStart({
      workflow: name.kind,
      workflowId: laneWorkflowId(name),
      taskQueue: TASK_QUEUES.webhook,
      signal: WAKE_LANE,
      args: [
        {
          ...name,
          limits: {
            roundTimeoutMs: ROUND_TIMEOUT_MS,
            heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS,
            roundsPerExecution: ROUNDS_PER_EXECUTION,
            fairnessKey: String(environmentId),
          },
        },
      ],
      summary: `${title} (${environment})`,
      subject: {
        environment,
        ...(integration !== undefined && { integration }),
        ...(connection !== undefined && { connection }),
      },
    });
  }

  /** Waits until nobody is being woken by this process. */
  async drain(): Promise<void> {
    while (this.active.size > 0) await Promise.all(this.active);
  }

  async onApplicationShutdown(): Promise<void> {
    this.waiting.clear();
    await this.drain();
  }

  private fill(): void {
    while (this.waiting.size > 0 && this.active.size < CONCURRENCY) {
      const names = [...this.waiting.values()];
      this.waiting.clear();
      const work = this.wakeAll(names).finally(() => {
        this.active.delete(work);
        this.fill();
      });
      this.active.add(work);
    }
  }

  private async wakeAll(names: readonly Name[]): Promise<void> {
    try {
      for (const lane of await this.lanes.claimWake(names)) await this.wake(lane);
    } catch (error) {
      if (error instanceof AppError && error.code === 'temporal_unavailable')
        this.unavailableUntil = Date.now() + BREAK_MS;
      this.logger.warn({ err: error, lanes: names.length }, 'Lanes could not be woken; a worker will do it.');
    }
  }
}
