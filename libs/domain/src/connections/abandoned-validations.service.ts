import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { ConnectionRepository, Database } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { ConnectionRecords } from './connection-records.service.js';

const AT_ONCE = 100;
/** A validation that takes this many times as long as it may has no process any more. */
const PATIENCE = 4;

/** Ends validations whose process died: what was not taken is not there. */
@Injectable()
export class AbandonedValidations {
  private readonly connections: ConnectionRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly records: ConnectionRecords,
  ) {
    this.connections = new ConnectionRepository(database);
  }

  /** @returns whether there are more. */
  async end(): Promise<boolean> {
    const olderThanMs = this.config.lifecycle.waitMs * PATIENCE;
    const ids = await this.connections.findUnvalidated(olderThanMs, AT_ONCE);
    for (const id of ids) await this.database.transaction((tx) => this.records.discardAbandoned(id, olderThanMs, tx));
    return ids.length === AT_ONCE;
  }
}
