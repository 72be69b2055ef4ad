import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { parseExactJson, stableJson } from '@svc/contracts';
import type { DeliveryContent } from '@svc/database';
import { OutboundClient, rawHeadersOf } from '@svc/http';
import { CONFIG } from '../core/core.tokens.js';
import { resultOfAnswer, resultOfFailure, type AttemptResult } from './delivery-attempt.js';
import { DeliveryKeys } from './delivery-keys.service.js';
import { signatureHeaders } from './delivery-signature.js';
import { DELIVERY_TIMING, type DeliveryTiming } from './delivery-timing.js';

const USER_AGENT = 'svc-webhooks/1.0';

/** Makes attempts. */
@Injectable()
export class DeliverySender {
  private readonly withAliases: boolean;

  constructor(
    private readonly outbound: OutboundClient,
    private readonly keys: DeliveryKeys,
    @Inject(CONFIG) config: Config,
    @Inject(DELIVERY_TIMING) private readonly timing: DeliveryTiming,
  ) {
    this.withAliases = config.api.emitWireAliases;
  }

  /** @throws whatever tells nothing about the endpoint, such as an aborted signal. */
  async attempt(url: string, content: DeliveryContent, signal: AbortSignal): Promise<AttemptResult> {
    const body = Buffer.from(stableJson(parseExactJson(content.payload)));
    const timestamp = Math.floor(Date.now() / 1_000);
    const keys = await this.keys.get(content.environmentId);
    const headers = [
      ...rawHeadersOf(content.headers ?? {}),
      'content-type',
      'application/json',
      'content-length',
      String(body.length),
      'user-agent',
      USER_AGENT,
      ...signatureHeaders({ eventId: content.eventId, timestamp, body }, keys, this.withAliases),
    ];
    try {
      const options = { signal, totalTimeoutMs: this.timing.requestMs };
      return await resultOfAnswer(await this.outbound.send({ method: 'POST', url, headers, body }, options));
    } catch (error) {
      const result = signal.aborted ? undefined : resultOfFailure(error);
      if (!result) throw error;
      return result;
    }
  }
}
