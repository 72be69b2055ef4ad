import type { ProviderWebhook } from '@svc/contracts';
import type { RawWebhook } from './raw-webhook.js';
import { webhookPayload } from './webhook-payload.js';

/** A webhook with its payload, which is read when somebody asks for it. */
export class WebhookRequest {
  private known: { readonly value: unknown } | undefined;

  constructor(
    readonly raw: RawWebhook,
    private readonly rules: ProviderWebhook,
  ) {}

  /** @throws AppError `invalid_json` */
  get payload(): unknown {
    return this.read();
  }

  /** Makes sure that the body is what it says. @throws AppError `invalid_json` */
  read(): unknown {
    this.known ??= { value: webhookPayload(this.raw, this.rules) };
    return this.known.value;
  }
}
