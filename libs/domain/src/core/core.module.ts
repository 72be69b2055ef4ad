import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import { SecretBox } from '@svc/crypto';
import { Database } from '@svc/database';
import { OutboundClient } from '@svc/http';
import { createLogger, GatewayMetrics } from '@svc/observability';
import { ProviderCatalogue } from '@svc/providers';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { CONFIG, LOGGER } from './core.tokens.js';
import { MetricsReport } from './metrics-report.service.js';

/** What every area needs and every process has once: settings, log, database, encryption, the providers, the one way out. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly outbound: OutboundClient,
    private readonly catalogue: ProviderCatalogue,
  ) {}

  static register(config: Config, processName: string): DynamicModule {
    const { key, oldKeys } = config.encryption;
    const logger = createLogger({ name: processName, level: config.logs.level });
    const exported = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: SecretBox, useValue: new SecretBox([key, ...oldKeys]) },
      {
        provide: OutboundClient,
        useFactory: () => new OutboundClient({ allowPrivateNetwork: config.network.allowPrivate }),
      },
      {
        provide: Database,
        useFactory: () => Database.connect({ ...config.database, applicationName: `gateway-${processName}` }),
      },
      {
        provide: ProviderCatalogue,
        useFactory: () =>
          ProviderCatalogue.open({ publicUrl: config.api.publicUrl, operatorFolder: config.providers.dir, logger }),
      },
      CustomProviderLoader,
      { provide: GatewayMetrics, useValue: new GatewayMetrics(processName) },
      MetricsReport,
    ];
    return { module: CoreModule, providers: exported, exports: exported };
  }

  async onApplicationShutdown(): Promise<void> {
    this.outbound.close();
    await this.catalogue.close();
    await this.database.close();
  }
}
