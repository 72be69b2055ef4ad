import { Module } from '@nestjs/common';
import { OutboxModule } from '@svc/domain';
import { HealthController } from './health.controller.js';
import { ReadinessService } from './readiness.service.js';

/** `/health` and `/ready`. */
@Module({ imports: [OutboxModule], controllers: [HealthController], providers: [ReadinessService] })
export class HealthApiModule {}
