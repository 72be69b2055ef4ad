import { Injectable } from '@nestjs/common';
import type { ProviderWebhook } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { type WebhookAnswer, eventsOf, missingPlace, WebhookRequest, type RawWebhook } from '@svc/providers';
import { inboundRow } from './inbound-row.js';
import type { InboundAddress } from './inbound-target.js';
import { InboundTargets } from './inbound-targets.service.js';
import { IntakeBuffer } from './intake-buffer.service.js';
import { IntakeRate } from './intake-rate.service.js';
import { RefusalLog } from './refusal-log.service.js';
import { WebhookGate } from './webhook-gate.service.js';

/** Takes in what providers send: whatever is acknowledged is stored, and whatever is refused is not. */
@Injectable()
export class WebhookIntake {
  constructor(
    private readonly targets: InboundTargets,
    private readonly rate: IntakeRate,
    private readonly gate: WebhookGate,
    private readonly buffer: IntakeBuffer,
    private readonly refusals: RefusalLog,
  ) {}

  /**
   * @throws AppError 404 and 409 for the address, 401 `invalid_webhook_signature`, 400 `invalid_json`,
   *   `invalid_body` and `invalid_headers`, 405, 429, and 503 with
   *   `Retry-After` when it could not be stored.
   */
  async receive(address: InboundAddress, raw: RawWebhook): Promise<WebhookAnswer> {
    try {
      return await this.take(address, raw);
    } catch (error) {
      // Whatever went wrong here is no reason for a provider to give up.
      throw error instanceof AppError ? error : unavailable(error);
    }
  }

  private async take(address: InboundAddress, raw: RawWebhook): Promise<WebhookAnswer> {
    const target = await this.targets.find(address);
    const { rules } = target;
    if (!rules) return { status: 204, headers: {}, body: '' };
    this.rate.take(target);
    const request = new WebhookRequest(raw, rules);
    try {
      const answer = await this.gate.pass(target, rules, request);
      if (answer) return answer;
      if (raw.method !== 'POST') throw onlyPost();
      request.read();
      const missing = missingPlace(rules, request);
      if (missing !== undefined) throw incomplete(missing);
      if (eventsOf(request, rules).length === 0) return acknowledged(rules);
      await this.buffer.add(inboundRow(target, rules, request));
    } catch (error) {
      if (error instanceof AppError && error.status < 500) this.refusals.record(target, error);
      throw error;
    }
    return acknowledged(rules);
  }
}

const acknowledged = ({ answer }: ProviderWebhook): WebhookAnswer =>
  answer === 'empty'
    ? { status: 200, headers: {}, body: '' }
    : {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: '{"status":"success"}',
      };

const unavailable = (cause: unknown): AppError =>
  new AppError('service_unavailable', 'The webhook cannot be taken in at the moment: send it again later.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** By the wire contract, section 14, "missing routing id". */
const incomplete = (place: string): AppError =>
  new AppError(
    place.startsWith('header:') ? 'invalid_headers' : 'invalid_body',
    `The webhook is not what its provider sends: ${place} is missing.`,
  );

const onlyPost = (): AppError =>
  new AppError('method_not_allowed', 'Webhooks are sent by POST.', { headers: { Allow: 'POST' } });
