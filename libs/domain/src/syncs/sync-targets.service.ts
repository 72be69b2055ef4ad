import { Injectable } from '@nestjs/common';
import type { SyncReference } from '@svc/contracts';
import { Database, SyncRepository, type SyncRow, type SyncScope } from '@svc/database';
import { AppError, type ErrorCode } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';

/** The syncs of an integration, or of one of its connections, as callers name them. */
export interface SyncTarget {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  /** Absent: every connection of the integration. */
  readonly connectionId?: string | undefined;
}

/** How a route answers a connection or an integration that is unknown (D3). */
export interface UnknownTarget {
  readonly integration: ErrorCode;
  readonly connection: ErrorCode;
  readonly connectionStatus: number;
}

const OF_CONTROL: UnknownTarget = {
  integration: 'unknown_provider_config',
  connection: 'unknown_connection',
  connectionStatus: 404,
};

/** Turns what callers name into rows. */
@Injectable()
export class SyncTargets {
  private readonly syncs: SyncRepository;

  constructor(
    database: Database,
    private readonly connections: ConnectionLookup,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** @throws {AppError} with the codes of `unknown` when there is no such integration or connection. */
  async scopeOf(
    { environmentId, providerConfigKey, connectionId }: SyncTarget,
    unknown: UnknownTarget = OF_CONTROL,
  ): Promise<SyncScope> {
    // No connection has an empty id, so without one this finds the integration alone.
    const found = await this.connections.find({ environmentId, providerConfigKey, connectionId: connectionId ?? '' });
    if (!found.integration) {
      throw new AppError(
        unknown.integration,
        `provider_config_key: there is no integration "${providerConfigKey}" in this environment.`,
        { status: 400 },
      );
    }
    if (connectionId !== undefined && !found.connection) {
      const message = `connection_id: there is no connection "${connectionId}" for the integration "${providerConfigKey}".`;
      throw new AppError(unknown.connection, message, { status: unknown.connectionStatus });
    }
    return { integrationId: found.integration.id, connectionId: found.connection?.id };
  }

  /**
   * The named syncs; all of them when none is named.
   * @throws {AppError} `no_syncs_found` when a name, or everything, is unknown.
   */
  async select(target: SyncTarget, references: readonly SyncReference[]): Promise<SyncRow[]> {
    const rows = await this.syncs.list(await this.scopeOf(target));
    if (references.length === 0) {
      if (rows.length === 0)
        throw new AppError(
          'no_syncs_found',
          `The integration "${target.providerConfigKey}" has no syncs${ofConnection(target)}: deploy one first.`,
        );
      return rows;
    }
    const wanted = new Set(references.map(nameOf));
    const named = rows.filter((row) => wanted.has(nameOf(row)));
    const known = new Set(named.map(nameOf));
    const missing = references.find((reference) => !known.has(nameOf(reference)));
    if (missing) {
      throw new AppError(
        'no_syncs_found',
        `There is no sync "${missing.name}" with variant "${missing.variant}" in the integration "${target.providerConfigKey}"${ofConnection(target)}.`,
      );
    }
    return named;
  }
}

const ofConnection = ({ connectionId }: SyncTarget): string =>
  connectionId === undefined ? '' : ` for the connection "${connectionId}"`;

const nameOf = ({ name, variant }: SyncReference): string => `${name}::${variant}`;

/** Whether a row is the sync that a reference names. */
export const isNamed = (row: SyncReference, reference: SyncReference): boolean =>
  row.name === reference.name && row.variant === reference.variant;
