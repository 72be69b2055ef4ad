import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { laneWorkflowId, type LaneName, type LaneRound } from '@svc/contracts/workflows';
import { Database, LaneRepository } from '@svc/database';
import type { Logger } from '@svc/observability';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '../core/core.tokens.js';
import { LaneHold } from './lane-hold.js';
import { LANE_SOURCES, type LaneSource } from './lane-source.js';
import { LANE_TIMING, type LaneTiming } from './lane-timing.js';

/** A lane that is being drained shows it so many times before it would count as forgotten. */
const TOUCHES = 3;

/** Rows that come one by one are taken together when they come within this. */
const GATHER_MS = 20;

interface Round {
  readonly name: LaneName;
  readonly source: LaneSource;
  readonly hold: LaneHold;
  readonly signal: AbortSignal;
  quietSince: number;
  /** When taking more is worth a statement. */
  claimAt: number;
}

/** Drains lanes: a loop that takes rows whenever a place is free, so that a slow one holds nobody up but itself. */
@Injectable()
export class LaneDrain implements OnModuleDestroy {
  private readonly lanes: LaneRepository;
  /** What is being handled outlives the round that took it; the lane's next round here finds it. */
  private readonly holds = new Map<string, LaneHold>();
  private rounds = 0;
  private readonly stop = new AbortController();

  constructor(
    private readonly database: Database,
    @Inject(LANE_SOURCES) private readonly sources: readonly LaneSource[],
    @Inject(LANE_TIMING) private readonly timing: LaneTiming,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lanes = new LaneRepository(database);
  }

  /** Works until nothing is due, the round's time is up, or the signal is aborted. */
  async run(name: LaneName, signal: AbortSignal): Promise<LaneRound> {
    const source = this.sources.find(({ kind }) => kind === name.kind);
    if (!source) throw new Error(`Nobody drains lanes of the kind "${name.kind}".`);
    const hold = this.holdOf(name, source);
    const before = hold.handled;
    const round = {
      name,
      source,
      hold,
      signal: AbortSignal.any([signal, this.stop.signal]),
      quietSince: Date.now(),
      claimAt: 0,
    };
    this.rounds++;
    try {
      const waitMs = await this.pull(round);
      return { handled: hold.handled - before, waitMs };
    } finally {
      await hold.releaseWaiting().finally(() => this.rounds--);
      if (hold.isEmpty) this.holds.delete(laneWorkflowId(name));
    }
  }

  /** What is being handled may end, for a moment; what does not is given back. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    const { shutdownMs, lookEveryMs } = this.timing;
    const deadline = Date.now() + shutdownMs;
    const isBusy = (): boolean => this.rounds > 0 || [...this.holds.values()].some((hold) => !hold.isEmpty);
    while (isBusy() && Date.now() < deadline) await delay(lookEveryMs);
    for (const hold of this.holds.values()) hold.abort();
    while (isBusy() && Date.now() < deadline + shutdownMs) await delay(lookEveryMs);
  }

  private async pull(round: Round): Promise<number | null> {
    const { hold, name, signal } = round;
    const endsAt = Date.now() + this.timing.roundMs;
    for (let touchAt = 0; !signal.aborted && Date.now() < endsAt;) {
      if (Date.now() >= touchAt) {
        await this.lanes.touch(name);
        touchAt = Date.now() + this.timing.forgottenMs / TOUCHES;
      }
      if (await this.claim(round)) {
        round.quietSince = Date.now();
      } else if (hold.isEmpty) {
        const waitMs = await this.settle(round);
        if (waitMs !== undefined) return waitMs;
      } else {
        const gathered = round.claimAt - Date.now();
        await this.wait(round, gathered > 0 ? gathered : this.timing.lookEveryMs);
      }
    }
    return 0;
  }

  /** True when it took something. What comes one by one is taken some at a time. */
  private async claim(round: Round): Promise<boolean> {
    const { hold, name } = round;
    const { room } = hold;
    if (room === 0 || Date.now() < round.claimAt) return false;
    const claimed = await hold.claim(name.key);
    if (claimed < room) round.claimAt = Date.now() + GATHER_MS;
    return claimed > 0;
  }

  /** Lets the lane sleep once it has been quiet for a while, or nothing can come. Answers for how long, if it does. */
  private async settle(round: Round): Promise<number | null | undefined> {
    const { name, source, quietSince } = round;
    const { lingerMs, lookEveryMs } = this.timing;
    const isSoon = (waitMs: number | null): boolean => waitMs !== null && waitMs <= lingerMs;
    const { waitMs, isClosed } = await source.nextDue(name.key);
    if (isSoon(waitMs) || (!isClosed && Date.now() - quietSince < lingerMs)) {
      await this.wait(round, Math.min(lookEveryMs, waitMs ?? lookEveryMs));
      return undefined;
    }
    return await this.database.transaction(async (tx) => {
      const outlook = (await this.lanes.takeToSettle(name, tx)) ? await source.nextDue(name.key, tx) : undefined;
      if (!outlook || isSoon(outlook.waitMs)) return undefined;
      await this.lanes.settle(name, outlook, tx);
      return outlook.waitMs;
    });
  }

  /** Until an item ends, and no longer than this. */
  private async wait({ hold, signal }: Round, mostMs: number): Promise<void> {
    const ended = new AbortController();
    const timer = delay(mostMs, undefined, { signal: AbortSignal.any([ended.signal, signal]) }).catch(() => undefined);
    await Promise.race([timer, hold.change()]);
    ended.abort();
  }

  private holdOf(name: LaneName, source: LaneSource): LaneHold {
    const id = laneWorkflowId(name);
    const onError = (error: unknown): void =>
      this.logger.warn({ err: error, lane: id }, 'An item of a lane could not be handled; it will be tried again.');
    const hold = this.holds.get(id) ?? new LaneHold({ source, onError, failedMs: this.timing.failedMs });
    this.holds.set(id, hold);
    return hold;
  }
}
