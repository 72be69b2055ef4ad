import { Injectable } from '@nestjs/common';
import type { ConnectionRow } from '@svc/database';
import type { FoundConnection } from '../credentials/found-connection.js';
import { RefreshAhead, type CheckedConnection } from '../credentials/refresh-ahead.service.js';
import { StoredCredentialTest } from './stored-credential-test.service.js';

const DAY_MS = 86_400_000;

/** Decides what a connection that is due needs: a refresh, a test, or nothing yet. */
@Injectable()
export class ConnectionChecker {
  constructor(
    private readonly ahead: RefreshAhead,
    private readonly test: StoredCredentialTest,
  ) {}

  async check(found: FoundConnection): Promise<CheckedConnection> {
    const checked = await this.ahead.check(found);
    if (checked) return checked;
    const nowMs = Date.now();
    const lastUsedMs = lastUseOf(found.connection);
    if (nowMs - lastUsedMs < DAY_MS) return { kind: 'postponed', nextCheckAt: new Date(lastUsedMs + DAY_MS) };
    const isTested = await this.test.run(found);
    return { kind: isTested ? 'tested' : 'postponed', nextCheckAt: new Date(nowMs + DAY_MS) };
  }
}

const lastUseOf = ({ lastFetchedAt, createdAt }: ConnectionRow): number => (lastFetchedAt ?? createdAt).getTime();
