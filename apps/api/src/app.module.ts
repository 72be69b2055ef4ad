import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CoreModule } from '@svc/domain';
import { AccountsApiModule } from './accounts/accounts-api.module.js';
import { ActionsApiModule } from './actions/actions-api.module.js';
import { AuthApiModule } from './auth/auth-api.module.js';
import { ConnectApiModule } from './connect/connect-api.module.js';
import { ConnectPageApiModule } from './connect-page/connect-page-api.module.js';
import { ConnectionsApiModule } from './connections/connections-api.module.js';
import { DeployApiModule } from './deploy/deploy-api.module.js';
import { EdgeModule } from './edge/edge.module.js';
import { EndpointsApiModule } from './endpoints/endpoints-api.module.js';
import { FunctionsApiModule } from './functions/functions-api.module.js';
import { HealthApiModule } from './health/health-api.module.js';
import { InboundWebhooksApiModule } from './inbound-webhooks/inbound-webhooks-api.module.js';
import { IntegrationsApiModule } from './integrations/integrations-api.module.js';
import { LogsApiModule } from './logs/logs-api.module.js';
import { McpApiModule } from './mcp/mcp-api.module.js';
import { PackagesApiModule } from './packages/packages-api.module.js';
import { ProvidersApiModule } from './providers/providers-api.module.js';
import { ProxyApiModule } from './proxy/proxy-api.module.js';
import { RecordsApiModule } from './records/records-api.module.js';
import { WebhooksApiModule } from './webhooks/webhooks-api.module.js';
import { SyncsApiModule } from './syncs/syncs-api.module.js';

/** The public API. */
@Module({})
export class AppModule {
  static register(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.register(config, 'api'),
        EdgeModule,
        HealthApiModule,
        AccountsApiModule,
        ProvidersApiModule,
        IntegrationsApiModule,
        InboundWebhooksApiModule,
        ConnectionsApiModule,
        ConnectApiModule,
        ConnectPageApiModule,
        AuthApiModule,
        RecordsApiModule,
        ProxyApiModule,
        DeployApiModule,
        EndpointsApiModule,
        FunctionsApiModule,
        LogsApiModule,
        McpApiModule,
        PackagesApiModule,
        SyncsApiModule,
        ActionsApiModule,
        WebhooksApiModule,
      ],
    };
  }
}
