import { Controller, Get, Headers, Res } from '@nestjs/common';
import { MetricsReport } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { Public } from '../edge/access.decorator.js';

/** What Prometheus reads of this process, with the operator's token. */
@Controller('metrics')
export class MetricsController {
  constructor(private readonly report: MetricsReport) {}

  /** Needs METRICS_TOKEN, which is no key of an account: the figures are about the whole installation. */
  @Get()
  @Public({ unlimited: true })
  async metrics(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { text, contentType } = await this.report.render(authorization);
    void reply.header('content-type', contentType);
    return text;
  }
}
