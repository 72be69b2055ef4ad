import { Injectable } from '@nestjs/common';
import type { ConnectionMetadataBody, PatchConnectionBody } from '@svc/contracts';
import { ConnectionRepository, Database, type ConnectionBrief } from '@svc/database';
import { AppError } from '@svc/errors';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { ConnectionLookup } from './connection-lookup.service.js';
import { tagsOfEndUser, toEndUser } from './connection-tags.js';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

/** Names one connection. */
export interface ConnectionName {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

/** How many missing ids an error names. */
const MAX_NAMED = 10;

/** Changes and deletes connections. */
@Injectable()
export class ConnectionEditor {
  private readonly connections: ConnectionRepository;

  constructor(
    private readonly database: Database,
    private readonly lookup: ConnectionLookup,
    private readonly webhookUrls: WebhookUrlGuard,
    private readonly syncs: SyncInstances,
    private readonly revocations: CredentialRevocations,
  ) {
    this.connections = new ConnectionRepository(database);
  }

  /** @throws AppError 400 `unknown_provider_config`, 404 `not_found`, 400 `invalid_body` */
  async patch(name: ConnectionName, body: PatchConnectionBody): Promise<void> {
    const { id } = await this.find(name, unknownOf('not_found', name));
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
    if (!isThere) throw unknownOf('not_found', name);
  }

  /**
   * Deletes a connection, its credentials and its syncs. The authorization is ended at the provider afterwards, where the
   * provider's definition says how.
   *
   * @throws AppError 400 `unknown_provider_config`, 400 `unknown_connection`
   */
  async delete(name: ConnectionName): Promise<void> {
    const unknown = unknownOf('unknown_connection', name);
    const { id } = await this.find(name, unknown);
    await this.database.transaction(async (tx) => {
      await this.revocations.prepare(tx, { connectionId: id });
      if (!(await this.connections.softDelete(id, tx))) throw unknown;
      await this.syncs.removeForConnection(tx, id);
    });
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

  private async find(name: ConnectionName, unknown: AppError): Promise<NonNullable<ConnectionBrief['connection']>> {
    const { integration, connection } = await this.lookup.find(name);
    if (!integration) {
      throw new AppError(
        'unknown_provider_config',
        `There is no integration "${name.providerConfigKey}" in this environment: check provider_config_key.`,
      );
    }
    if (!connection) throw unknown;
    return connection;
  }
}

const unknownOf = (
  code: 'not_found' | 'unknown_connection',
  { connectionId, providerConfigKey }: ConnectionName,
): AppError =>
  new AppError(code, `There is no connection "${connectionId}" for the integration "${providerConfigKey}".`);
