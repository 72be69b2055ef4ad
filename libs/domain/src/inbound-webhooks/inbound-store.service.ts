import { Injectable } from '@nestjs/common';
import { Database, InboundWebhookRepository, type NewInboundWebhook } from '@svc/database';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { LaneWaker } from '../lanes/lane-waker.service.js';
import { INTAKE_LANE, intakeLane } from './intake-lane.js';

const DEADLOCK = '40P01';

/** Stores webhooks and wakes the lanes that take them on. */
@Injectable()
export class InboundStore {
  private readonly webhooks: InboundWebhookRepository;

  constructor(
    private readonly database: Database,
    private readonly lanes: LaneProducer,
    private readonly waker: LaneWaker,
  ) {
    this.webhooks = new InboundWebhookRepository(database);
  }

  /** In one statement where their lanes are known, which is always but the first time. */
  async store(webhooks: readonly NewInboundWebhook[]): Promise<void> {
    const { lanes, asleep } = await this.insert(webhooks);
    this.waker.wakeSoon(asleep.map((key) => ({ kind: INTAKE_LANE, key })));
    const known = new Set(lanes);
    const others = webhooks.filter(({ integrationId }) => !known.has(String(integrationId)));
    if (others.length > 0) await this.storeInNewLanes(others);
  }

  /** Two processes that store the same events in another order: one of them comes second. */
  private async insert(webhooks: readonly NewInboundWebhook[]): ReturnType<InboundWebhookRepository['insert']> {
    try {
      return await this.webhooks.insert(webhooks);
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== DEADLOCK) throw error;
      return await this.webhooks.insert(webhooks);
    }
  }

  private async storeInNewLanes(webhooks: readonly NewInboundWebhook[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.lanes.hold(tx, webhooks.map(intakeLane));
      await this.webhooks.insert(webhooks, tx);
    });
  }
}
