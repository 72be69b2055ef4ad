import { Injectable } from '@nestjs/common';
import {
  inboundWebhookStatusSchema,
  type InboundWebhook,
  type InboundWebhookDetail,
  type ListInboundWebhooksQuery,
  type ListInboundWebhooksResponse,
} from '@svc/contracts';
import { Database, InboundWebhookListRepository, IntegrationRepository, type InboundWebhookRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { decodeRowCursor, encodeRowCursor } from '../core/row-cursor.js';
import { intakeLane } from './intake-lane.js';

/** What providers sent, and what became of it. */
@Injectable()
export class InboundWebhookHistory {
  private readonly lists: InboundWebhookListRepository;
  private readonly integrations: IntegrationRepository;

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionLookup,
    private readonly lanes: LaneProducer,
  ) {
    this.lists = new InboundWebhookListRepository(database);
    this.integrations = new IntegrationRepository(database);
  }

  /** @throws AppError 400 `invalid_query_params`, 400 `unknown_provider_config`, 400 `unknown_connection` */
  async list(environmentId: number, query: ListInboundWebhooksQuery): Promise<ListInboundWebhooksResponse> {
    const { status, limit, cursor } = query;
    const rows = await this.lists.list({
      environmentId,
      ...(await this.subject(environmentId, query)),
      status,
      beforeId: decodeRowCursor('inbound-webhook', cursor, 'serial'),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map(view),
      next_cursor: rows.length > limit && last ? encodeRowCursor('inbound-webhook', last.id) : null,
    };
  }

  /** @throws AppError 404 `not_found` */
  async get(environmentId: number, id: string): Promise<InboundWebhookDetail> {
    const row = await this.lists.find(environmentId, id);
    if (!row) throw new AppError('not_found', `There is no webhook "${id}" here; old ones are forgotten.`);
    return { ...view(row), headers: row.headers, query: row.query, body: bodyOf(row.body) };
  }

  /**
   * Takes it in once more, as it came: it is matched and dispatched anew.
   *
   * @throws AppError 404 `not_found`, 409 `conflict` while it has not been worked on
   */
  async replay(environmentId: number, id: string): Promise<InboundWebhookDetail> {
    const row = await this.lists.find(environmentId, id);
    const isReopened =
      row &&
      (await this.database.transaction(async (tx) => {
        await this.lanes.hold(tx, [intakeLane({ environmentId, integrationId: row.integrationId })]);
        return await this.lists.reopen(environmentId, id, tx);
      }));
    if (isReopened === false) throw new AppError('conflict', `The webhook "${id}" is being worked on already.`);
    return await this.get(environmentId, id);
  }

  private async subject(
    environmentId: number,
    { provider_config_key: key, connection_id: connectionId }: ListInboundWebhooksQuery,
  ): Promise<{ integrationId: number | undefined; connectionId: number | undefined }> {
    if (key === undefined && connectionId === undefined) return { integrationId: undefined, connectionId: undefined };
    if (key === undefined) throw needsIntegration();
    const integration = await this.integrations.find(environmentId, key);
    if (!integration) throw new AppError('unknown_provider_config', `There is no integration "${key}".`);
    if (connectionId === undefined) return { integrationId: integration.id, connectionId: undefined };
    const { connection } = await this.connections.find({ environmentId, providerConfigKey: key, connectionId });
    if (!connection) throw new AppError('unknown_connection', `There is no connection "${connectionId}" of "${key}".`);
    return { integrationId: integration.id, connectionId: connection.id };
  }
}

const view = (row: InboundWebhookRow): InboundWebhook => ({
  id: row.id,
  provider_config_key: row.providerConfigKey,
  status: inboundWebhookStatusSchema.parse(row.status),
  event_type: row.eventType,
  connection_ids: [...row.connectionKeys],
  size: row.size,
  error: row.error,
  received_at: row.receivedAt.toISOString(),
  processed_at: row.processedAt?.toISOString() ?? null,
});

function bodyOf(body: Buffer): InboundWebhookDetail['body'] {
  const text = body.toString('utf8');
  const isText = Buffer.from(text).equals(body);
  return isText ? { encoding: 'utf8', content: text } : { encoding: 'base64', content: body.toString('base64') };
}

const needsIntegration = (): AppError =>
  new AppError('invalid_query_params', 'connection_id needs provider_config_key, whose connection it is.', {
    errors: [{ code: 'custom', message: 'is needed with connection_id', path: ['provider_config_key'] }],
  });
