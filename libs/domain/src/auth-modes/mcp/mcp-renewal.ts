import { Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import { OAuth2Renewal } from '../oauth2/oauth2-renewal.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { mcpGrantOf, provedAs, tokenClientOf } from './mcp-grant.js';

/** The refresh token grant, where the token came from and as the client that it was given to. */
@Injectable()
export class McpRenewal implements Renewal {
  readonly isRepeatable = false;

  constructor(
    private readonly oauth2: OAuth2Renewal,
    private readonly registrations: ClientRegistrations,
  ) {}

  canRenew(credentials: Credentials): boolean {
    return this.oauth2.canRenew(credentials);
  }

  async renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials> {
    const grant = mcpGrantOf(subject.credentials);
    if (!grant) return this.oauth2.renew(subject, signal);
    const { token_url: url, resource, client } = grant;
    const proved = { ...subject, provider: provedAs(subject.provider, client ?? {}) };
    const parts = {
      url,
      literals: { resource },
      // A client that was registered for this connection's sake is gone for good once it is refused.
      ...(client && { client: tokenClientOf(client), owner: 'client' as const }),
    };
    return this.registrations.watch(subject.integration.id, client, () => this.oauth2.renew(proved, signal, parts));
  }
}
