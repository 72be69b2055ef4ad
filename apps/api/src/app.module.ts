import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CoreModule } from '@svc/domain';
import { EdgeModule } from './edge/edge.module.js';
import { HealthController } from './health/health.controller.js';

/** The public API. */
@Module({})
export class AppModule {
  static register(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.register(config, 'api'), EdgeModule],
      controllers: [HealthController],
    };
  }
}
