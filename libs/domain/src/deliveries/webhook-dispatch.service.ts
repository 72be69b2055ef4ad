import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { WebhookSettings } from '@svc/contracts';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookDestinationRepository,
  WebhookEndpointRepository,
  WebhookEventRepository,
  type NewWebhookEvent,
  type Transaction,
  type WebhookDestination,
} from '@svc/database';
import { v7 as uuidV7 } from 'uuid';
import { CONFIG } from '../core/core.tokens.js';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { endpointLane } from './endpoint-lane.js';
import { webhookSettingsOf } from './webhook-settings-of.js';

/** A switch of the environment's webhook settings. */
export type WebhookSwitch = {
  [Name in keyof WebhookSettings]: Name extends `on_${string}` ? Name : never;
}[keyof WebhookSettings];

/** Something that a customer is told. */
export interface WebhookMessage {
  readonly environmentId: number;
  /** The gateway's number of the connection that it is about. */
  readonly connectionId: number | null;
  readonly type: string;
  /** The body. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The body gets the environment's name. */
  readonly namesEnvironment?: boolean;
  /** Nothing is said where this is off. */
  readonly onlyIf?: WebhookSwitch;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes to these of the addresses only. */
  readonly to?: (url: string) => boolean;
}

interface Addressed {
  readonly event: NewWebhookEvent;
  readonly urls: readonly string[];
  readonly orderKey: string | null;
}

/** Writes down what customers are told, and for whom, in the transaction in which it happens; lanes deliver it. */
@Injectable()
export class WebhookDispatch {
  private readonly destinations: WebhookDestinationRepository;
  private readonly endpoints: WebhookEndpointRepository;
  private readonly events: WebhookEventRepository;
  private readonly deliveries: WebhookDeliveryRepository;

  constructor(
    database: Database,
    private readonly lanes: LaneProducer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'deliveries'>,
  ) {
    this.destinations = new WebhookDestinationRepository(database);
    this.endpoints = new WebhookEndpointRepository(database);
    this.events = new WebhookEventRepository(database);
    this.deliveries = new WebhookDeliveryRepository(database);
  }

  /** A handful of statements however many messages. Answers the id of each event; null where the settings do not want it. */
  async send(tx: Transaction, messages: readonly WebhookMessage[]): Promise<(string | null)[]> {
    if (messages.length === 0) return [];
    const found = await this.destinations.find(distinctSubjects(messages), tx);
    const destinations = new Map(found.map((destination) => [subjectKey(destination), destination]));
    const addressed = messages.map((message) => {
      const destination = destinations.get(subjectKey(message));
      return destination ? address(message, destination) : undefined;
    });
    const wanted = addressed.filter((one) => one !== undefined);
    if (wanted.length > 0) await this.write(tx, wanted);
    return addressed.map((one) => one?.event.id ?? null);
  }

  private async write(tx: Transaction, wanted: readonly Addressed[]): Promise<void> {
    await this.events.insert(
      wanted.map(({ event }) => event),
      tx,
    );
    const targets = wanted.flatMap(({ event: { environmentId }, urls }) => urls.map((url) => ({ environmentId, url })));
    const addresses = [...new Map(targets.map((target) => [addressKey(target), target])).values()];
    if (addresses.length === 0) return;
    const endpoints = await this.endpoints.ensure(addresses, tx);
    const ids = new Map(endpoints.map((endpoint) => [addressKey(endpoint), endpoint.id]));
    await this.lanes.hold(tx, endpoints.map(endpointLane));
    const deliveries = wanted.flatMap(({ event: { id: eventId, environmentId }, urls, orderKey }) =>
      urls.flatMap((url) => {
        const endpointId = ids.get(addressKey({ environmentId, url }));
        return endpointId === undefined ? [] : [{ environmentId, eventId, endpointId, orderKey }];
      }),
    );
    await this.deliveries.insert(deliveries, this.config.deliveries.giveUpMs, tx);
  }
}

function address(message: WebhookMessage, destination: WebhookDestination): Addressed | undefined {
  const settings = webhookSettingsOf(destination.settings);
  const { environmentId, connectionId, type, onlyIf, headers = null, to = () => true } = message;
  if (onlyIf && !settings[onlyIf]) return undefined;
  const { environment, webhookUrl } = destination;
  const payload = message.namesEnvironment ? { ...message.payload, environment } : message.payload;
  const addresses = webhookUrl ? [webhookUrl] : [settings.primary_url, settings.secondary_url];
  return {
    event: { id: uuidV7(), environmentId, connectionId, type, payload, headers },
    urls: [...new Set(addresses.filter((url) => url !== null))].filter(to),
    orderKey: settings.keep_order && connectionId !== null ? String(connectionId) : null,
  };
}

type Subject = Pick<WebhookMessage, 'environmentId' | 'connectionId'>;

const subjectKey = ({ environmentId, connectionId }: Subject): string => `${environmentId} ${connectionId}`;
const addressKey = ({ environmentId, url }: { environmentId: number; url: string }): string =>
  `${environmentId} ${url}`;

const distinctSubjects = (messages: readonly WebhookMessage[]): Subject[] => [
  ...new Map(
    messages.map(({ environmentId, connectionId }) => {
      const subject = { environmentId, connectionId };
      return [subjectKey(subject), subject];
    }),
  ).values(),
];
