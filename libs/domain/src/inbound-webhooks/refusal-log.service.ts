import { Injectable } from '@nestjs/common';
import type { AppError } from '@svc/errors';
import { OperationLog } from '../logs/operation-log.service.js';
import type { InboundTarget } from './inbound-target.js';

const WINDOW_MS = 60_000;
/** Whoever sends rubbish shall not fill the log. */
const PER_WINDOW = 60;

/** Shows in the log of operations which webhooks were refused. */
@Injectable()
export class RefusalLog {
  private counts = new Map<number, number>();
  private windowEndsAt = 0;

  constructor(private readonly log: OperationLog) {}

  record({ integration }: InboundTarget, { code, message }: AppError): void {
    if (!this.isWanted(integration.id)) return;
    const { id } = this.log.start({
      environmentId: integration.environmentId,
      type: 'webhook',
      action: 'receive',
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
    });
    this.log.finish(id, { status: 'failed', error: { code, message } });
  }

  private isWanted(integrationId: number): boolean {
    if (Date.now() >= this.windowEndsAt) {
      this.counts = new Map();
      this.windowEndsAt = Date.now() + WINDOW_MS;
    }
    const count = (this.counts.get(integrationId) ?? 0) + 1;
    this.counts.set(integrationId, count);
    return count <= PER_WINDOW;
  }
}
