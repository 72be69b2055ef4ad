import { Module } from '@nestjs/common';
import { DEFAULT_BACKOFF } from '@svc/http';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { FreshProxyTargets } from './fresh-proxy-targets.js';
import { ProxyTargets } from './proxy-target.js';
import { ProxyService } from './proxy.service.js';
import { PROXY_BACKOFF } from './proxy.tokens.js';
import { UncontrolledFetch } from './uncontrolled-fetch.service.js';

/** Calls to external APIs with the credentials of connections. */
@Module({
  imports: [CredentialsModule, LogsModule],
  providers: [
    { provide: PROXY_BACKOFF, useValue: DEFAULT_BACKOFF },
    { provide: ProxyTargets, useClass: FreshProxyTargets },
    ProxyService,
    UncontrolledFetch,
  ],
  exports: [ProxyService, UncontrolledFetch],
})
export class ProxyModule {}
