import { Inject, Injectable } from '@nestjs/common';
import type { ConnectionRow } from '@svc/database';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import type { FoundConnection } from '../credentials/found-connection.js';
import { RefreshAhead, type CheckedConnection } from '../credentials/refresh-ahead.service.js';
import { StoredCredentialTest } from './stored-credential-test.service.js';

/** Decides what a connection that is due needs: a refresh, a test, or nothing yet. */
@Injectable()
export class ConnectionChecker {
  constructor(
    private readonly ahead: RefreshAhead,
    private readonly test: StoredCredentialTest,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  async check(found: FoundConnection): Promise<CheckedConnection> {
    const checked = await this.ahead.check(found);
    if (checked) return checked;
    const { unusedMs } = this.timing;
    const nowMs = Date.now();
    const lastUsedMs = lastUseOf(found.connection);
    if (nowMs - lastUsedMs < unusedMs) return { kind: 'postponed', nextCheckAt: new Date(lastUsedMs + unusedMs) };
    const isTested = await this.test.run(found);
    return { kind: isTested ? 'tested' : 'postponed', nextCheckAt: new Date(nowMs + unusedMs) };
  }
}

const lastUseOf = ({ lastFetchedAt, createdAt }: ConnectionRow): number => (lastFetchedAt ?? createdAt).getTime();
