import { Injectable } from '@nestjs/common';
import { Database, RecordStreamRepository, type RecordStreamKey, type RecordStreamRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import type { ConnectionNames } from './connection-names.js';

/** A stream of a connection. */
interface StreamName {
  readonly model: string;
  readonly variant: string;
}

/** Finds change streams by the names that callers use. */
@Injectable()
export class RecordStreams {
  private readonly streams = new RecordStreamRepository();

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionLookup,
  ) {}

  /**
   * Undefined for a model that nobody saved.
   *
   * @throws {AppError} 400 `unknown_provider_config`, `unknown_connection`.
   */
  async find(address: ConnectionNames, name: StreamName): Promise<RecordStreamRow | undefined> {
    const found = await this.streams.findByNames(this.database, { ...address, ...name });
    // Nobody saved the model, or a name is wrong: the look-up of the connection knows which.
    return found ?? (await this.findByKey(await this.keyOf(address, name)));
  }

  /** @throws {AppError} 400 `unknown_provider_config`, `unknown_connection`. */
  async keyOf(address: ConnectionNames, { model, variant }: StreamName): Promise<RecordStreamKey> {
    const { integration, connection } = await this.connections.find(address);
    if (!integration) {
      throw new AppError(
        'unknown_provider_config',
        `No integration "${address.providerConfigKey}" exists in this environment: check Provider-Config-Key.`,
      );
    }
    if (!connection) {
      throw new AppError(
        'unknown_connection',
        `No connection "${address.connectionId}" exists for integration "${integration.uniqueKey}": check Connection-Id.`,
      );
    }
    const { environmentId } = address;
    return { environmentId, connectionId: connection.id, model, variant };
  }

  /** Undefined for a model that nobody saved. */
  async findByKey(key: RecordStreamKey): Promise<RecordStreamRow | undefined> {
    return await this.streams.find(this.database, key);
  }
}
