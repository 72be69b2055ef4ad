import { Injectable } from '@nestjs/common';
import type { ConnectionMetadataBody, PatchConnectionBody } from '@svc/contracts';
import { ConnectionRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from './connection-lookup.service.js';
import { findConnection, unknownConnection, type ConnectionName } from './find-connection.js';
import { tagsOfEndUser, toEndUser } from './connection-tags.js';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

/** How many missing ids an error names. */
const MAX_NAMED = 10;

/** Changes connections. */
@Injectable()
export class ConnectionEditor {
  private readonly connections: ConnectionRepository;

  constructor(
    database: Database,
    private readonly lookup: ConnectionLookup,
    private readonly webhookUrls: WebhookUrlGuard,
  ) {
    this.connections = new ConnectionRepository(database);
  }

  /** @throws AppError 400 `unknown_provider_config`, 404 `not_found`, 400 `invalid_body` */
  async patch(name: ConnectionName, body: PatchConnectionBody): Promise<void> {
    const { id } = (await findConnection(this.lookup, name, 'not_found')).connection;
    const webhookUrl = body.webhook_url_override ?? body.webhook_url;
    if (webhookUrl)
      await this.webhookUrls.check(
        webhookUrl,
        body.webhook_url_override === undefined ? 'webhook_url' : 'webhook_url_override',
      );
    const ofEndUser = tagsOfEndUser(body.end_user);
    const isThere = await this.connections.change(id, {
      tags: body.tags && { ...ofEndUser, ...body.tags },
      addedTags: body.tags ? undefined : ofEndUser,
      endUser: body.end_user && toEndUser(body.end_user),
      webhookUrl: webhookUrl === '' ? null : webhookUrl,
    });
    if (!isThere) throw unknownConnection(name, 'not_found');
  }

  /**
   * Replaces or merges the metadata of one connection or of many: of all or of none.
   *
   * @throws AppError 404 `unknown_connection`
   */
  async setMetadata(environmentId: number, body: ConnectionMetadataBody, mode: 'replace' | 'merge'): Promise<void> {
    const connectionIds = [body.connection_id].flat();
    const set = { environmentId, providerConfigKey: body.provider_config_key, connectionIds };
    if ((await this.connections.setMetadata(set, body.metadata, mode)) > 0) return;
    const missing = await this.connections.missingOf(set);
    const named = missing
      .slice(0, MAX_NAMED)
      .map((id) => `"${id}"`)
      .join(', ');
    throw new AppError(
      'unknown_connection',
      `Nothing was changed: the integration "${body.provider_config_key}" has no connection ${named}${missing.length > MAX_NAMED ? ' and others' : ''}.`,
      { status: 404, payload: { connection_ids: missing.slice(0, MAX_NAMED) } },
    );
  }
}
