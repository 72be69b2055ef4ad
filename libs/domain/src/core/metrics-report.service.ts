import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '@svc/config';
import { AppError } from '@svc/errors';
import { GatewayMetrics } from '@svc/observability';
import { createHash, timingSafeEqual } from 'node:crypto';
import { CONFIG } from './core.tokens.js';

/** Hands out the metrics of this process to whoever has the operator's token. */
@Injectable()
export class MetricsReport implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: GatewayMetrics,
  ) {}

  onModuleInit(): void {
    if (this.config.metrics.token !== undefined) this.metrics.watchProcess();
  }

  /**
   * In the text format of Prometheus.
   *
   * @param authorization header of the request
   * @throws {AppError} `not_found` without METRICS_TOKEN, `missing_auth_header` with another token.
   */
  async render(authorization: string | undefined): Promise<{ text: string; contentType: string }> {
    const { token } = this.config.metrics;
    if (token === undefined)
      throw new AppError('not_found', 'There are no metrics: the operator sets METRICS_TOKEN to have them.');
    if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)))
      throw new AppError('missing_auth_header', 'Send METRICS_TOKEN as "Authorization: Bearer <token>".');
    return await this.metrics.render();
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
