import { Injectable } from '@nestjs/common';
import type { RunRequest } from '@svc/contracts';
import type { RunSubject } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';

/** Tells a function about its connection. */
@Injectable()
export class RunConnections {
  constructor(private readonly catalogue: ProviderCatalogue) {}

  /** With the provider's way of paging, so that `paginate` needs to be told only what differs from it. */
  of({ environmentId, connectionKey, providerConfigKey, provider }: RunSubject): RunRequest['connection'] {
    const pagination = this.catalogue.get(provider, environmentId)?.proxy?.paginate;
    return { connectionId: connectionKey, providerConfigKey, provider, ...(pagination && { pagination }) };
  }
}
