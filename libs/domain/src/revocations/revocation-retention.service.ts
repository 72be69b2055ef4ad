import { Inject, Injectable } from '@nestjs/common';
import { CredentialRevocationRepository, Database } from '@svc/database';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';

const KEPT_DAYS = 30;
const AT_ONCE = 1_000;
/** The workflow itself gives up first. */
const GRACE_MS = 3_600_000;

/** Keeps no credentials of deleted connections longer than they may be tried, whatever became of their workflow. */
@Injectable()
export class RevocationRetention {
  private readonly revocations: CredentialRevocationRepository;

  constructor(
    database: Database,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.revocations = new CredentialRevocationRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    await this.revocations.giveUpOlderThan(this.timing.revocation.giveUpMs + GRACE_MS);
    return (await this.revocations.prune(KEPT_DAYS, AT_ONCE)) === AT_ONCE;
  }
}
