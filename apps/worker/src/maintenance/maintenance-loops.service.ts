import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, OutboxDispatcher, ScheduleReconciler, SliceTakeover, SyncRuns } from '@svc/domain';
import type { Logger } from '@svc/observability';
import { BackgroundLoop } from './background-loop.js';

const DISPATCH_EVERY_MS = 1_000;
const DISPATCH_BATCH = 20;
const TAKE_OVER_EVERY_MS = 3_000;
const REPAIR_EVERY_MS = 20_000;
const RECONCILE_EVERY_MS = 300_000;
/** A run that nobody executes waits for a timer or a slot, or is lost; asking Temporal about younger ones is not worth it. */
const LOST_AFTER_MS = 60_000;
const LOST_AT_ONCE = 200;

/** What the workers do beside their task queues, so that PostgreSQL and Temporal agree in the end. */
@Injectable()
export class MaintenanceLoops implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: BackgroundLoop[] = [];

  constructor(
    private readonly dispatcher: OutboxDispatcher,
    private readonly reconciler: ScheduleReconciler,
    private readonly takeover: SliceTakeover,
    private readonly runs: SyncRuns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop('outbox', DISPATCH_EVERY_MS, async () => (await this.dispatcher.applyDue(DISPATCH_BATCH)) === DISPATCH_BATCH);
    this.loop('slice takeover', TAKE_OVER_EVERY_MS, async () => void (await this.takeover.takeOver()));
    this.loop('forgotten triggers', REPAIR_EVERY_MS, async () => void (await this.reconciler.repeatForgottenTriggers()));
    this.loop('lost runs', REPAIR_EVERY_MS, async () => void (await this.runs.endLost(LOST_AFTER_MS, LOST_AT_ONCE)));
    this.loop('schedule reconciliation', RECONCILE_EVERY_MS, async () => void (await this.reconciler.reconcile()));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private loop(name: string, everyMs: number, work: () => Promise<boolean | void>): void {
    this.loops.push(new BackgroundLoop({ name, everyMs, work, logger: this.logger }));
  }
}
