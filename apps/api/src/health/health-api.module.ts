import { Module } from '@nestjs/common';
import { OutboxModule } from '@svc/domain';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { ReadinessService } from './readiness.service.js';

/** `/health`, `/ready` and `/metrics`. */
@Module({ imports: [OutboxModule], controllers: [HealthController, MetricsController], providers: [ReadinessService] })
export class HealthApiModule {}
