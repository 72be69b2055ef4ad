import { Inject, Injectable } from '@nestjs/common';
import type { ConnectionRow } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import type { Freshness } from './fresh-connection.js';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { Renewal, RenewalSubject } from '../auth-modes/renewal.js';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { tokenHostOf } from './token-host.js';

/** How a connection's credentials can be renewed. */
export interface RenewalPlan {
  readonly renewal: Renewal;
  readonly subject: RenewalSubject;
  /** Whom it asks, as far as that can be told. */
  readonly host: string | undefined;
}

type TokenLife = Pick<ConnectionRow, 'expiresAt' | 'issuedAt'>;

/** Renewed when they expire within this, unless the provider says otherwise (specification, "Limits", token freshness). */
const DEFAULT_BUFFER_MS = 15 * 60_000;

/** Decides whether and how credentials are renewed. */
@Injectable()
export class RenewalPlanner {
  constructor(
    private readonly catalogue: ProviderCatalogue,
    private readonly modes: AuthModes,
    private readonly vault: CredentialVault,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  /** Undefined when these credentials cannot be renewed. */
  plan(found: FoundConnection): RenewalPlan | undefined {
    const subject = this.open(found);
    if (!subject) return undefined;
    const { renewal } = this.modes.for(subject.provider.auth_mode);
    return renewal?.canRenew(subject.credentials) ? { renewal, subject, host: tokenHostOf(subject) } : undefined;
  }

  /** A connection with everything in the clear; undefined when its provider is no longer in the catalogue. */
  open({ integration, connection }: FoundConnection): RenewalSubject | undefined {
    const provider = this.catalogue.get(integration.provider, integration.environmentId);
    if (!provider) return undefined;
    return {
      provider,
      integration: this.vault.openIntegration(integration),
      connectionConfig: connection.connectionConfig,
      credentials: this.vault.openConnection(connection),
    };
  }

  /** Whether a token is so near its end that it is renewed now. */
  isDue({ integration, connection }: FoundConnection, freshness: Freshness, nowMs = Date.now()): boolean {
    if (!connection.expiresAt) return false;
    const bufferMs = this.bufferMs(integration);
    const leftMs = connection.expiresAt.getTime() - nowMs;
    return leftMs < (freshness === 'guaranteed' ? bufferMs : Math.min(bufferMs, halfLifeMs(connection)));
  }

  /** Whether a token would have to be renewed before the sweep comes again. */
  isDueForSweep({ integration, connection }: FoundConnection, nowMs = Date.now()): boolean {
    if (!connection.expiresAt || this.isBrief(integration, connection)) return false;
    return connection.expiresAt.getTime() - nowMs < this.aheadMs(integration);
  }

  /** When the sweep has something to do: before the token is renewed on read, and when it has long been unused. */
  nextCheckAt({ integration }: Pick<FoundConnection, 'integration'>, life: TokenLife, nowMs = Date.now()): Date {
    const unusedAtMs = nowMs + this.timing.unusedMs;
    if (!life.expiresAt || this.isBrief(integration, life)) return new Date(unusedAtMs);
    return new Date(Math.min(unusedAtMs, Math.max(nowMs, life.expiresAt.getTime() - this.aheadMs(integration))));
  }

  private bufferMs({ provider, environmentId }: FoundConnection['integration']): number {
    const bufferS = this.catalogue.get(provider, environmentId)?.token_expiration_buffer;
    return bufferS === undefined ? DEFAULT_BUFFER_MS : bufferS * 1000;
  }

  private aheadMs(integration: FoundConnection['integration']): number {
    return this.bufferMs(integration) + this.timing.sweepMs;
  }

  /** A token that lives no longer than it would be renewed ahead is renewed when somebody needs it, not at each sweep. */
  private isBrief(integration: FoundConnection['integration'], life: TokenLife): boolean {
    return 2 * halfLifeMs(life) <= this.aheadMs(integration);
  }
}

/** A token that never lives longer than the buffer would be renewed at each call; half of its life serves as well. */
function halfLifeMs({ expiresAt, issuedAt }: TokenLife): number {
  return expiresAt && issuedAt ? (expiresAt.getTime() - issuedAt.getTime()) / 2 : Number.POSITIVE_INFINITY;
}
