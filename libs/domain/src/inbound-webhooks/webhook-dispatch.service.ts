import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/database';
import { ForwardedWebhooks } from './forwarded-webhooks.service.js';
import type { MatchedEvent } from './inbound-event.js';
import type { InboundTarget } from './inbound-target.js';

/** Decides what becomes of matched events: functions that subscribe to them run, everything else is forwarded (D10). */
@Injectable()
export class WebhookDispatch {
  constructor(private readonly forwarded: ForwardedWebhooks) {}

  /** Answers the ids of the webhooks that somebody wanted. */
  async send(tx: Transaction, target: InboundTarget, events: readonly MatchedEvent[]): Promise<ReadonlySet<string>> {
    if (!target.integration.forwardWebhooks) return new Set();
    await this.forwarded.send(tx, target, events);
    return new Set(events.map(({ webhookId }) => webhookId));
  }
}
