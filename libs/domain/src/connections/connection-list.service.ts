import { Injectable } from '@nestjs/common';
import { DEFAULT_CONNECTIONS_PER_PAGE, type ListConnectionsQuery, type ListedConnection } from '@svc/contracts';
import { ConnectionListRepository, Database } from '@svc/database';
import { viewListedConnection } from './connection-view.js';

export interface ConnectionListPage {
  readonly connections: ListedConnection[];
  /** How many match on all pages. */
  readonly total: number;
  /** Undefined on the last page. */
  readonly nextPage: number | undefined;
}

/** Lists connections. */
@Injectable()
export class ConnectionList {
  private readonly repository: ConnectionListRepository;

  constructor(database: Database) {
    this.repository = new ConnectionListRepository(database);
  }

  /** Newest first. */
  async list(environmentId: number, query: ListConnectionsQuery): Promise<ConnectionListPage> {
    const { limit = DEFAULT_CONNECTIONS_PER_PAGE, page } = query;
    const filter = {
      environmentId,
      connectionId: query.connectionId,
      search: query.search,
      integrationKeys: query.integrationId,
      endUserId: query.endUserId ?? query.userId,
      endUserOrganizationId: query.endUserOrganizationId,
      tags: query.tags,
    };
    const offset = page * limit;
    const [rows, total] = await Promise.all([
      this.repository.list(filter, { limit, offset }),
      this.repository.count(filter),
    ]);
    return {
      connections: rows.map(viewListedConnection),
      total,
      nextPage: offset + rows.length < total && rows.length > 0 ? page + 1 : undefined,
    };
  }
}
