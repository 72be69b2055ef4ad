import { Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import type { ConnectionRow } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import type { Freshness } from './fresh-connection.js';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { Renewal, RenewalSubject } from '../auth-modes/renewal.js';

/** How a connection's credentials can be renewed. */
export interface RenewalPlan {
  readonly renewal: Renewal;
  readonly subject: RenewalSubject;
}

/** Renewed when they expire within this, unless the provider says otherwise (specification, "Limits", token freshness). */
const DEFAULT_BUFFER_MS = 15 * 60_000;

/** Decides whether and how credentials are renewed. */
@Injectable()
export class RenewalPlanner {
  constructor(
    private readonly catalogue: ProviderCatalogue,
    private readonly modes: AuthModes,
    private readonly vault: CredentialVault,
  ) {}

  /** Undefined when these credentials cannot be renewed. */
  plan({ integration, connection }: FoundConnection, credentials: Credentials): RenewalPlan | undefined {
    const provider = this.catalogue.get(integration.provider);
    if (!provider) return undefined;
    const { renewal } = this.modes.for(provider.auth_mode);
    if (!renewal?.canRenew(credentials)) return undefined;
    const { credentialsSealed: _, configSealed: __, ...open } = integration;
    const subject = {
      provider,
      integration: { ...open, ...this.vault.openIntegration(integration) },
      connectionConfig: connection.connectionConfig,
      credentials,
    };
    return { renewal, subject };
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
