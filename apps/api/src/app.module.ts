import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CoreModule } from '@svc/domain';
import { ActionsApiModule } from './actions/actions-api.module.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { DeployModule } from './deploy/deploy.module.js';
import { EdgeModule } from './edge/edge.module.js';
import { EnvironmentVariablesApiModule } from './environment-variables/environment-variables-api.module.js';
import { EnvironmentsApiModule } from './environments/environments-api.module.js';
import { FunctionsModule } from './functions/functions.module.js';
import { HealthModule } from './health/health.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { PackagesModule } from './packages/packages.module.js';
import { ProvidersModule } from './providers/providers.module.js';
import { ProxyApiModule } from './proxy/proxy.module.js';
import { RecordsModule } from './records/records.module.js';
import { SyncsModule } from './syncs/syncs.module.js';

/** The public API. */
@Module({})
export class AppModule {
  static register(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.register(config, 'api'),
        EdgeModule,
        HealthModule,
        EnvironmentsApiModule,
        EnvironmentVariablesApiModule,
        ProvidersModule,
        IntegrationsModule,
        ConnectionsModule,
        RecordsModule,
        ProxyApiModule,
        DeployModule,
        FunctionsModule,
        PackagesModule,
        SyncsModule,
        ActionsApiModule,
      ],
    };
  }
}
