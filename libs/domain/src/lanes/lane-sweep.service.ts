import { Inject, Injectable } from '@nestjs/common';
import { Database, LaneRepository } from '@svc/database';
import { LANE_SOURCES, type LaneSource } from './lane-source.js';
import { LANE_TIMING, type LaneTiming } from './lane-timing.js';
import { LaneWaker } from './lane-waker.service.js';

const AT_ONCE = 100;
const PRUNED_AT_ONCE = 1_000;

/** Finds lanes that nobody woke, because a process died in between or Temporal was away, and lanes that nobody needs. */
@Injectable()
export class LaneSweep {
  private readonly lanes: LaneRepository;

  constructor(
    private readonly database: Database,
    @Inject(LANE_SOURCES) private readonly sources: readonly LaneSource[],
    @Inject(LANE_TIMING) private readonly timing: LaneTiming,
    private readonly waker: LaneWaker,
  ) {
    this.lanes = new LaneRepository(database);
  }

  /** Wakes lanes that hold due rows and that nobody has touched for a while. True when there may be more. */
  async wakeForgotten(): Promise<boolean> {
    let found = 0;
    for (const { kind, items } of this.sources) {
      const lanes = await this.lanes.claimForgotten(kind, items.table, this.timing.forgottenMs, AT_ONCE);
      for (const lane of lanes) await this.waker.wake(lane);
      found = Math.max(found, lanes.length);
    }
    return found === AT_ONCE;
  }

  /** Forgets empty lanes that nobody has used for long, some at a time. */
  async prune(): Promise<void> {
    for (const { kind, items } of this.sources)
      await this.database.transaction((tx) => this.lanes.prune(kind, items.table, PRUNED_AT_ONCE, tx));
  }
}
