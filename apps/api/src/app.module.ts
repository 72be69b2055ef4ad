import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CoreModule } from '@svc/domain';
import { EdgeModule } from './edge/edge.module.js';
import { HealthController } from './health/health.controller.js';
import { ProvidersModule } from './providers/providers.module.js';
import { RecordsModule } from './records/records.module.js';

/** The public API. */
@Module({})
export class AppModule {
  static register(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.register(config, 'api'), EdgeModule, ProvidersModule, RecordsModule],
      controllers: [HealthController],
    };
  }
}
