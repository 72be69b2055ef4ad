import { Inject, Injectable } from '@nestjs/common';
import { backOffMs, jittered, type RevokeOutcome } from '@svc/contracts/workflows';
import { CredentialRevocationRepository, Database, type DueRevocation, type RevocationStatus } from '@svc/database';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { isOutage, TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { RevocationSubjects } from './revocation-subjects.service.js';

const AT_ONCE = 5;
/** Longer than one request may take, so that nobody else makes the attempt meanwhile. */
const LEASE_FACTOR = 3;
const SHORTEST_WAIT_MS = 500;

/** How one attempt went: ended, or to be made again after a wait. */
type Attempt =
  | { readonly status: RevocationStatus; readonly failure: string | null }
  | { readonly waitMs: number; readonly failure: string };

/** Makes the attempts of a batch of revocations. */
@Injectable()
export class RevocationExecutor {
  private readonly revocations: CredentialRevocationRepository;

  constructor(
    database: Database,
    private readonly subjects: RevocationSubjects,
    private readonly log: OperationLog,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.revocations = new CredentialRevocationRepository(database);
  }

  /** Attempts that are due, until there are none, the time is up, or the signal says so. */
  async attemptDue(batchId: string, signal: AbortSignal): Promise<RevokeOutcome> {
    let revoked = 0;
    let failed = 0;
    const leaseMs = this.timing.requestMs * LEASE_FACTOR;
    for (const stopAt = Date.now() + this.timing.revocation.budgetMs; Date.now() < stopAt && !signal.aborted;) {
      const due = await this.revocations.claimDue(batchId, AT_ONCE, leaseMs);
      if (due.length === 0) break;
      const done = await Promise.all(due.map((row) => this.attempt(row)));
      revoked += done.filter(Boolean).length;
      failed += done.filter((isRevoked) => !isRevoked).length;
    }
    const waitMs = await this.revocations.nextDueInMs(batchId);
    return waitMs === undefined
      ? { outcome: 'ended', revoked, failed }
      : { outcome: 'repeat', revoked, failed, waitMs: Math.max(SHORTEST_WAIT_MS, Math.ceil(waitMs)) };
  }

  /** Whether the authorization is ended now. */
  private async attempt(row: DueRevocation): Promise<boolean> {
    const attempt = await this.revoke(row);
    this.tell(row, attempt);
    if ('waitMs' in attempt) await this.revocations.postpone(row.id, attempt.waitMs, attempt.failure);
    else await this.revocations.finish(row.id, attempt.status, attempt.failure);
    return 'status' in attempt && attempt.status === 'revoked';
  }

  private async revoke(row: DueRevocation): Promise<Attempt> {
    const planned = await this.subjects.open(row);
    if (!planned) return { status: 'given_up', failure: 'misconfigured' };
    try {
      await planned.revocation.revoke(planned.subject, AbortSignal.timeout(this.timing.requestMs));
      return { status: 'revoked', failure: null };
    } catch (error) {
      // The gateway's own mistake passes as little as a refusal; the credentials are forgotten in either case.
      if (!(error instanceof TokenFailure)) return { status: 'given_up', failure: 'internal' };
      return isOutage(error.kind) ? this.again(row, error) : { status: 'refused', failure: error.kind };
    }
  }

  private again(row: DueRevocation, { kind, answer }: TokenFailure): Attempt {
    const { revocation, longestRetryAfterMs } = this.timing;
    const askedMs = Math.min(answer?.retryAfterMs ?? 0, longestRetryAfterMs);
    const waitMs = jittered(backOffMs(revocation, row.attempts, askedMs), Math.random());
    const isTooLate = Date.now() + waitMs > row.createdAt.getTime() + revocation.giveUpMs;
    return isTooLate ? { status: 'given_up', failure: kind } : { waitMs, failure: kind };
  }

  private tell(row: DueRevocation, attempt: Attempt): void {
    const { id } = this.log.start({
      environmentId: row.environmentId,
      type: 'auth',
      action: 'revoke_token',
      integrationId: row.integrationId,
      providerConfigKey: row.providerConfigKey,
      connectionId: row.connectionId,
      connectionKey: row.connectionKey,
    });
    const isRevoked = 'status' in attempt && attempt.status === 'revoked';
    const message = isRevoked ? 'The authorization was ended at the provider.' : messageOf(attempt);
    const payload = { attempt: row.attempts, ...(attempt.failure !== null && { reason: attempt.failure }) };
    this.log.log(id, { level: isRevoked ? 'info' : 'warn', message, payload });
    this.log.finish(id, {
      status: isRevoked ? 'success' : 'failed',
      ...(!isRevoked && { error: { code: attempt.failure ?? 'refused', message } }),
    });
  }
}

const messageOf = (attempt: Attempt): string =>
  'waitMs' in attempt
    ? 'The authorization could not be ended at the provider yet; it will be tried again.'
    : 'The authorization could not be ended at the provider. Its credentials are forgotten here; the user can end it there.';
