import { Injectable } from '@nestjs/common';
import { ConnectSessionRepository, Database } from '@svc/database';

const KEPT_DAYS = 1;
const AT_ONCE = 1_000;

/** Forgets sessions that are over, with their attempts. */
@Injectable()
export class ConnectSessionRetention {
  private readonly sessions: ConnectSessionRepository;

  constructor(database: Database) {
    this.sessions = new ConnectSessionRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    return (await this.sessions.prune(KEPT_DAYS, AT_ONCE)) === AT_ONCE;
  }
}
