import { Injectable } from '@nestjs/common';
import { Database, WebhookRunRepository, type Transaction } from '@svc/database';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { functionLane } from './function-lane.js';
import type { SubscribedEvent } from './subscribed-event.js';

/** Webhooks that functions handle instead of being forwarded (specification, "Function lifecycle events"). */
@Injectable()
export class WebhookRuns {
  private readonly runs: WebhookRunRepository;

  constructor(
    database: Database,
    private readonly lanes: LaneProducer,
  ) {
    this.runs = new WebhookRunRepository(database);
  }

  /**
   * Writes down a run for each sync that subscribes to one of the events, in the caller's transaction; lanes make them, in the
   * order of the events.
   * @returns the events that a function handles.
   */
  async take<Event extends SubscribedEvent>(tx: Transaction, events: readonly Event[]): Promise<ReadonlySet<Event>> {
    const subscribers = await this.runs.findSubscribers(events, tx);
    const wanted = subscribers.flatMap(({ event: place, syncId }) => {
      const event = events[place];
      return event ? [{ event, syncId }] : [];
    });
    const taken = new Set(wanted.map(({ event }) => event));
    await this.lanes.hold(tx, [...taken].map(functionLane));
    await this.runs.insert(
      wanted.map(({ event: { environmentId, connectionId, type, payload }, syncId }) => ({
        environmentId,
        connectionId,
        syncId,
        eventType: type,
        payload,
      })),
      tx,
    );
    return taken;
  }
}
