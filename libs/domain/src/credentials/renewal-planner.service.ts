import { Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import type { ConnectionRow } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import type { Freshness } from './fresh-connection.js';
import { RenewalStrategies } from './renewal-strategies.service.js';
import type { RenewalStrategy, RenewalSubject } from './renewal-strategy.js';

/** How a connection's credentials can be renewed. */
export interface RenewalPlan {
  readonly strategy: RenewalStrategy;
  readonly subject: RenewalSubject;
}

/** Renewed when they expire within this, unless the provider says otherwise (specification, "Limits", token freshness). */
const DEFAULT_BUFFER_MS = 15 * 60_000;

/** Decides whether and how credentials are renewed. */
@Injectable()
export class RenewalPlanner {
  constructor(
    private readonly catalogue: ProviderCatalogue,
    private readonly strategies: RenewalStrategies,
    private readonly vault: CredentialVault,
  ) {}

  /** Undefined when these credentials cannot be renewed. */
  plan({ integration, connection }: FoundConnection, credentials: Credentials): RenewalPlan | undefined {
    const provider = this.catalogue.get(integration.provider);
    if (!provider) return undefined;
    const strategy = this.strategies.for(provider.auth_mode);
    if (!strategy?.canRenew(credentials)) return undefined;
    const { credentialsSealed: _, configSealed: __, ...open } = integration;
    const subject = {
      provider,
      integration: { ...open, ...this.vault.openIntegration(integration) },
      connectionConfig: connection.connectionConfig,
      credentials,
    };
    return { strategy, subject };
  }

  /** Whether a token is so near its end that it is renewed now. */
  isDue({ integration, connection }: FoundConnection, freshness: Freshness, nowMs = Date.now()): boolean {
    if (!connection.expiresAt) return false;
    const bufferS = this.catalogue.get(integration.provider)?.token_expiration_buffer;
    const bufferMs = bufferS === undefined ? DEFAULT_BUFFER_MS : bufferS * 1000;
    const leftMs = connection.expiresAt.getTime() - nowMs;
    return leftMs < (freshness === 'guaranteed' ? bufferMs : Math.min(bufferMs, halfLifeMs(connection)));
  }
}

/** A token that never lives longer than the buffer would be renewed at each call; half of its life serves as well. */
function halfLifeMs({ expiresAt, issuedAt }: ConnectionRow): number {
  return expiresAt && issuedAt ? (expiresAt.getTime() - issuedAt.getTime()) / 2 : Number.POSITIVE_INFINITY;
}
