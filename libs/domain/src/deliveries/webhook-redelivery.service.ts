import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { WEBHOOK_FROM, type RedeliverWebhooksBody } from '@svc/contracts';
import {
  Database,
  LaneRepository,
  WebhookLogRepository,
  type Transaction,
  type WebhookDeliveryLine,
  type WebhookEndpointLine,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { CONFIG } from '../core/core.tokens.js';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { endpointLane } from './endpoint-lane.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';

/** Each of so many is a transaction of its own, so that deliveries go on meanwhile. */
const AT_ONCE = 1_000;

/** What a customer has sent again, and when an address gets nothing. */
@Injectable()
export class WebhookRedelivery {
  private readonly log: WebhookLogRepository;
  private readonly lanes: LaneRepository;

  constructor(
    private readonly database: Database,
    private readonly producer: LaneProducer,
    private readonly dispatch: WebhookDispatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.log = new WebhookLogRepository(database);
    this.lanes = new LaneRepository(database);
  }

  /**
   * Sends one delivery again that has ended.
   *
   * @throws {AppError} `not_found`, `conflict` while it is still to be sent or when its body is not kept any more.
   */
  async redeliver(environmentId: number, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const delivery = await this.log.findDelivery(environmentId, id, tx);
      if (!delivery) throw new AppError('not_found', `There is no webhook delivery "${id}" in this environment.`);
      const endpoint = await this.endpoint(environmentId, delivery.endpointId, tx);
      if ((await this.again(endpoint, { ids: [id], afterId: '0' }, tx)).length === 0)
        throw new AppError('conflict', whyNotAgain(delivery));
    });
  }

  /** Sends everything of an endpoint again that was written since a time and has ended, or only counts it. Answers how much it is. */
  async redeliverSince(
    environmentId: number,
    endpointId: string,
    { dry_run: isDryRun, ...body }: RedeliverWebhooksBody,
  ): Promise<number> {
    if (isDryRun) {
      const { id } = await this.endpoint(environmentId, endpointId);
      return await this.log.countRedeliverable({ endpointId: id, since: body.since, status: body.status });
    }
    let count = 0;
    for (let afterId: string | undefined = '0'; afterId !== undefined;) {
      const from: string = afterId;
      const ids = await this.database.transaction(async (tx) =>
        this.again(await this.endpoint(environmentId, endpointId, tx), { ...body, afterId: from }, tx),
      );
      count += ids.length;
      afterId = ids.length === AT_ONCE ? ids.at(-1) : undefined;
    }
    return count;
  }

  /** @throws {AppError} `not_found`; likewise below. */
  async pause(environmentId: number, endpointId: string): Promise<void> {
    await this.endpoint(environmentId, endpointId);
    await this.log.pause(endpointId);
  }

  /** Goes on with what waits, also where the endpoint counted as down. */
  async resume(environmentId: number, endpointId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const endpoint = await this.endpoint(environmentId, endpointId, tx);
      await this.log.resume(endpointId, tx);
      await this.wake(endpoint, tx);
    });
  }

  /** Sends a webhook that means nothing to every address of the environment. Answers its id. */
  async sendTest(environmentId: number): Promise<string> {
    const message = {
      environmentId,
      connectionId: null,
      type: 'test',
      namesEnvironment: true,
      payload: { from: WEBHOOK_FROM.canonical, type: 'test', message: 'The gateway reaches this address.' },
    };
    const [id] = await this.database.transaction((tx) => this.dispatch.send(tx, [message]));
    if (id) return id;
    throw new AppError('not_found', 'The environment has been deleted.');
  }

  private async again(
    endpoint: WebhookEndpointLine,
    wanted: {
      readonly afterId: string;
      readonly ids?: string[];
      readonly since?: string;
      readonly status?: string | undefined;
    },
    tx: Transaction,
  ): Promise<string[]> {
    await this.producer.hold(tx, [endpointLane(endpoint)]);
    const { giveUpMs } = this.config.deliveries;
    return await this.log.redeliver({ ...wanted, endpointId: endpoint.id, giveUpMs, limit: AT_ONCE }, tx);
  }

  /** A lane that is closed is opened first, so that it can be woken. */
  private async wake(endpoint: WebhookEndpointLine, tx: Transaction): Promise<void> {
    const lane = endpointLane(endpoint);
    await this.lanes.open(lane, tx);
    await this.producer.hold(tx, [lane]);
  }

  private async endpoint(environmentId: number, id: string, tx?: Transaction): Promise<WebhookEndpointLine> {
    const endpoint = await this.log.findEndpoint(environmentId, id, tx);
    if (endpoint) return endpoint;
    throw new AppError('not_found', `There is no webhook endpoint "${id}" in this environment.`);
  }
}

const whyNotAgain = ({ id, dueAt }: WebhookDeliveryLine): string =>
  dueAt === null
    ? `The body of the webhook delivery "${id}" is not kept any more: WEBHOOK_BODY_RETENTION_DAYS says for how long bodies are.`
    : `The webhook delivery "${id}" is on its way already.`;
