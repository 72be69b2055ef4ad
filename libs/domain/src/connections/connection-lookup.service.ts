import { Injectable } from '@nestjs/common';
import { ConnectionAccessRepository, Database, type ConnectionAddress, type ConnectionBrief } from '@svc/database';

/** What a lookup found. A caller turns a missing part into its own route's status (D3). */
export interface ConnectionLookupResult {
  readonly integration: ConnectionBrief['integration'] | undefined;
  readonly connection: ConnectionBrief['connection'];
}

const NOTHING: ConnectionLookupResult = { integration: undefined, connection: undefined };

/** Resolves the names that callers use into the gateway's own ids, in one query. Reads no credentials. */
@Injectable()
export class ConnectionLookup {
  private readonly repository: ConnectionAccessRepository;

  constructor(database: Database) {
    this.repository = new ConnectionAccessRepository(database);
  }

  async find(address: ConnectionAddress): Promise<ConnectionLookupResult> {
    return (await this.repository.findBrief(address)) ?? NOTHING;
  }
}
