import { Injectable } from '@nestjs/common';
import type { RunRequest } from '@svc/contracts';
import { ProviderCatalogue } from '@svc/providers';

/** Whom a run acts for, as rows name it. */
export interface RunConnectionNames {
  readonly connectionKey: string;
  readonly providerConfigKey: string;
  readonly provider: string;
}

/** Tells a function about its connection. */
@Injectable()
export class RunConnections {
  constructor(private readonly catalogue: ProviderCatalogue) {}

  /** With the provider's way of paging, so that `paginate` needs to be told only what differs from it. */
  of({ connectionKey, providerConfigKey, provider }: RunConnectionNames): RunRequest['connection'] {
    const pagination = this.catalogue.get(provider)?.proxy?.paginate;
    return { connectionId: connectionKey, providerConfigKey, provider, ...(pagination && { pagination }) };
  }
}
