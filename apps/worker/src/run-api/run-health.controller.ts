import { Controller, Get } from '@nestjs/common';
import { WithoutRun } from './run-token.guard.js';

/** Liveness: the process answers. */
@Controller('health')
export class RunHealthController {
  @Get()
  @WithoutRun()
  health(): { result: 'ok' } {
    return { result: 'ok' };
  }
}
