import { Injectable } from '@nestjs/common';
import type { LaneName } from '@svc/contracts/workflows';
import { Database, LaneRepository, type Transaction } from '@svc/database';
import { LaneWaker } from './lane-waker.service.js';

/** A lane to which rows are added. */
export interface LaneTarget extends LaneName {
  readonly environmentId: number;
  /** What the Temporal UI shows and finds it by; kept from the first time. */
  readonly subject: LaneTargetSubject;
}

export interface LaneTargetSubject {
  /** In words, such as `Deliveries to hooks.example.com`. */
  readonly title: string;
  readonly integration?: string;
  readonly connection?: string;
}

/** What whoever adds rows to lanes does first, in the same transaction. */
@Injectable()
export class LaneProducer {
  private readonly lanes: LaneRepository;

  constructor(
    database: Database,
    private readonly waker: LaneWaker,
  ) {
    this.lanes = new LaneRepository(database);
  }

  /**
   * Call it before the rows are inserted. It holds the lanes FOR SHARE, so that none goes to sleep without having seen the
   * rows; lanes that sleep are woken after the commit. A lane may be named more than once.
   */
  async hold(tx: Transaction, targets: readonly LaneTarget[]): Promise<void> {
    if (targets.length === 0) return;
    const unique = new Map(targets.map((target) => [`${target.kind} ${target.key}`, target]));
    const rows = [...unique.values()].map(({ kind, key, environmentId, subject }) => ({
      kind,
      key,
      environmentId,
      subject: { ...subject },
    }));
    const asleep = await this.lanes.hold(rows, tx);
    if (asleep.length > 0) tx.afterCommit(() => this.waker.wakeSoon(asleep));
  }
}
