import { Injectable } from '@nestjs/common';
import type { LaneActivities } from '@svc/contracts/workflows';
import { LaneDrain } from '@svc/domain';
import { heartbeating } from '../temporal/heartbeating.js';

/** The activity of the workflows that drain lanes, handed to the domain. */
@Injectable()
export class LaneActivitiesAdapter {
  constructor(private readonly drain: LaneDrain) {}

  activities(): LaneActivities {
    return { drainLane: (lane) => heartbeating((signal) => this.drain.run(lane, signal)) };
  }
}
