import { Controller, Get } from '@nestjs/common';
import { Public } from '../edge/access.decorator.js';
import { ReadinessService, type Readiness } from './readiness.service.js';

/** For load balancers and supervisors. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  /** Liveness: the process answers. */
  @Get('health')
  @Public({ unlimited: true })
  health(): { result: 'ok' } {
    return { result: 'ok' };
  }

  /** Readiness: requests can be sent here. */
  @Get('ready')
  @Public({ unlimited: true })
  async ready(): Promise<Readiness> {
    return await this.readiness.check();
  }
}
