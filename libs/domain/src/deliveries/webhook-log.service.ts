import { Injectable } from '@nestjs/common';
import {
  parseExactJson,
  type ListWebhookDeliveriesQuery,
  type ListWebhookDeliveriesResponse,
  type ListWebhookEndpointsResponse,
  type ListWebhookEventsQuery,
  type ListWebhookEventsResponse,
  type PageQuery,
  type WebhookDeliveryResponse,
  type WebhookEndpoint,
  type WebhookEventResponse,
} from '@svc/contracts';
import { Database, WebhookLogRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { z } from 'zod';
import { decodeRowCursor, encodeRowCursor } from '../core/row-cursor.js';
import { decodeRunCursor, encodeRunCursor } from '../core/run-cursor.js';
import { attemptView, deliveryView, endpointView, eventView } from './webhook-views.js';

const bodySchema = z.record(z.string(), z.unknown());

const SHOWN_DELIVERIES = 100;
const SHOWN_ATTEMPTS = 100;

/** What was sent to customers, and what became of it. */
@Injectable()
export class WebhookLog {
  private readonly log: WebhookLogRepository;

  constructor(database: Database) {
    this.log = new WebhookLogRepository(database);
  }

  /** @throws {AppError} `invalid_query_params` when the cursor is not one of this list; likewise below. */
  async listEvents(environmentId: number, query: ListWebhookEventsQuery): Promise<ListWebhookEventsResponse> {
    const { type, connection_id: connectionKey, status, since, until, cursor, limit } = query;
    const before = cursor === undefined ? undefined : decodeRunCursor(cursor);
    const filters = { environmentId, type, connectionKey, status, since, until };
    const rows = await this.log.listEvents({ ...filters, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map(eventView),
      next_cursor: last ? encodeRunCursor({ at: last.createdAt, id: last.id }) : null,
    };
  }

  /** @throws {AppError} `not_found`; likewise below. */
  async getEvent(environmentId: number, id: string): Promise<WebhookEventResponse['data']> {
    const event = await this.log.findEvent(environmentId, id);
    if (!event) throw missing('webhook', id);
    const deliveries = await this.log.listDeliveries({
      environmentId,
      eventId: id,
      endpointId: undefined,
      status: undefined,
      since: undefined,
      until: undefined,
      beforeId: undefined,
      limit: SHOWN_DELIVERIES,
    });
    return {
      ...eventView(event),
      payload: event.payload === null ? null : bodySchema.parse(parseExactJson(event.payload)),
      headers: event.headers,
      deliveries: deliveries.map(deliveryView),
    };
  }

  async listDeliveries(
    environmentId: number,
    query: ListWebhookDeliveriesQuery,
  ): Promise<ListWebhookDeliveriesResponse> {
    const { limit } = query;
    const rows = await this.log.listDeliveries({
      environmentId,
      eventId: query.event_id,
      endpointId: query.endpoint_id,
      status: query.status,
      since: query.since,
      until: query.until,
      beforeId: decodeRowCursor('delivery', query.cursor, 'serial'),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(deliveryView), next_cursor: last ? encodeRowCursor('delivery', last.id) : null };
  }

  async getDelivery(environmentId: number, id: string): Promise<WebhookDeliveryResponse['data']> {
    const delivery = await this.log.findDelivery(environmentId, id);
    if (!delivery) throw missing('webhook delivery', id);
    const attempts = await this.log.listAttempts(id, SHOWN_ATTEMPTS);
    return { ...deliveryView(delivery), attempt_log: attempts.map(attemptView) };
  }

  async listEndpoints(environmentId: number, { limit, cursor }: PageQuery): Promise<ListWebhookEndpointsResponse> {
    const rows = await this.log.listEndpoints(environmentId, decodeRowCursor('endpoint', cursor), limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(endpointView), next_cursor: last ? encodeRowCursor('endpoint', last.id) : null };
  }

  async getEndpoint(environmentId: number, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.log.findEndpoint(environmentId, id);
    if (!endpoint) throw missing('webhook endpoint', id);
    return endpointView(endpoint);
  }
}

const missing = (what: string, id: string): AppError =>
  new AppError('not_found', `There is no ${what} "${id}" in this environment; old ones are forgotten.`);
