import { Injectable } from '@nestjs/common';
import { WEBHOOK_FROM } from '@svc/contracts';
import { Database, DeadLetterRepository, WebhookDeliveryRepository, type DeadLetterNews } from '@svc/database';
import { OperationLog } from '../logs/operation-log.service.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';

const BURIED_AT_ONCE = 1_000;
const TOLD_AT_ONCE = 50;
/** An owner is told of one endpoint so often at most. */
const TOLD_AGAIN_MS = 86_400_000;

/** Ends what could not be delivered in days, and tells the owner. */
@Injectable()
export class DeadLetters {
  private readonly deliveries: WebhookDeliveryRepository;
  private readonly letters: DeadLetterRepository;

  constructor(
    private readonly database: Database,
    private readonly dispatch: WebhookDispatch,
    private readonly operations: OperationLog,
  ) {
    this.deliveries = new WebhookDeliveryRepository(database);
    this.letters = new DeadLetterRepository(database);
  }

  /** True when there may be more. */
  async maintain(): Promise<boolean> {
    const buried = await this.deliveries.bury(BURIED_AT_ONCE);
    const news = await this.database.transaction(async (tx) => {
      const claimed = await this.letters.claimUntold(TOLD_AGAIN_MS, TOLD_AT_ONCE, tx);
      await this.dispatch.send(tx, claimed.map(messageOf));
      return claimed;
    });
    for (const one of news) this.log(one);
    return buried === BURIED_AT_ONCE || news.length === TOLD_AT_ONCE;
  }

  private log(news: DeadLetterNews): void {
    const { id } = this.operations.start({
      environmentId: news.environmentId,
      type: 'webhook',
      action: 'deliver_webhooks',
    });
    const message = `${news.count} webhooks could not be delivered to ${hostOf(news.url)} and are dead letters. Correct the endpoint, then redeliver them.`;
    this.operations.log(id, { level: 'error', message, payload: { endpoint_id: news.id, last_error: news.lastError } });
    this.operations.finish(id, { status: 'failed', error: { code: 'webhook_delivery_failed', message } });
  }
}

/** Goes to the other addresses of the environment: the one that it is about does not answer. */
const messageOf = ({ id, environmentId, url, count, failingSince, lastError }: DeadLetterNews) => ({
  environmentId,
  connectionId: null,
  type: 'webhook_delivery',
  namesEnvironment: true,
  to: (other: string) => other !== url,
  payload: {
    from: WEBHOOK_FROM.canonical,
    type: 'webhook_delivery',
    success: false,
    endpointId: id,
    endpointHost: hostOf(url),
    deadLetters: count,
    failingSince: failingSince?.toISOString() ?? null,
    error: { type: 'webhook_delivery_failed', description: lastError ?? 'The endpoint did not accept the webhooks.' },
  },
});

const hostOf = (url: string): string => new URL(url).host;
