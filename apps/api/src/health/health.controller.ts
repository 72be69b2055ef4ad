import { Controller, Get } from '@nestjs/common';
import { Public } from '../edge/access.decorator.js';

/** Liveness: the process answers. */
@Controller('health')
export class HealthController {
  @Get()
  @Public()
  health(): { result: 'ok' } {
    return { result: 'ok' };
  }
}
