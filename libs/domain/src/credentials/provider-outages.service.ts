import { Inject, Injectable } from '@nestjs/common';
import { Database, ProviderOutageRepository, type OpenOutage, type OutageKey } from '@svc/database';
import type { Logger } from '@svc/observability';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { isOutage, type TokenFailureKind } from '../auth-modes/tokens/token-failure.js';
import { LOGGER } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import type { FoundConnection } from './found-connection.js';

/**
 * Outages of providers, recognised over connections and processes: when several fail and none works, all but one probe at a
 * time stop asking until one of them gets a token.
 */
@Injectable()
export class ProviderOutages {
  private readonly outages: ProviderOutageRepository;

  constructor(
    database: Database,
    private readonly log: OperationLog,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outages = new ProviderOutageRepository(database);
  }

  /** The outage that forbids a refresh now; undefined when there is none, or when the caller is its next probe. */
  async barring({ integration }: FoundConnection, host: string): Promise<OpenOutage | undefined> {
    const key = { integrationId: integration.id, host };
    const open = await this.outages.findOpen(key, this.timing.outage);
    if (!open || (await this.outages.takeProbe(key, this.timing.outage))) return undefined;
    return open;
  }

  /** A refresh failed. Everything but an outage is an answer, which shows that the provider works. */
  async failed(found: FoundConnection, host: string | undefined, reason: TokenFailureKind): Promise<void> {
    if (host === undefined || reason === 'misconfigured' || reason === 'refresh_interrupted') return;
    if (!isOutage(reason)) return await this.worked(found, host);
    const key = { integrationId: found.integration.id, host };
    const failure = { connectionId: found.connection.id, reason };
    if (!(await this.outages.countFailure(key, failure, this.timing.outage))) return;
    this.logger.warn({ ...key, reason }, 'Token requests to a provider fail for several connections; they wait.');
    this.tell(found, key, 'provider_outage_began', { reason });
  }

  /** The provider answered. */
  async worked(found: FoundConnection, host: string | undefined): Promise<void> {
    if (host === undefined) return;
    const key = { integrationId: found.integration.id, host };
    const openedAt = await this.outages.close(key);
    if (!openedAt) return;
    this.logger.info({ ...key, openedAt }, 'A provider answers token requests again.');
    this.tell(found, key, 'provider_outage_ended', { began_at: openedAt.toISOString() });
  }

  private tell({ integration }: FoundConnection, { host }: OutageKey, action: string, payload: object): void {
    const { id } = this.log.start({
      environmentId: integration.environmentId,
      type: 'auth',
      action,
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
    });
    const hasBegun = action === 'provider_outage_began';
    this.log.log(id, {
      level: hasBegun ? 'warn' : 'info',
      message: hasBegun
        ? `Token requests to ${host} fail for several connections. Refreshes wait; the connections stay as they are.`
        : `${host} answers token requests again.`,
      payload: { host, ...payload },
    });
    this.log.finish(id, { status: 'success' });
  }
}
