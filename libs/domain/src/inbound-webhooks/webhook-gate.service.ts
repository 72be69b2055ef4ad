import { Injectable } from '@nestjs/common';
import type { ProviderWebhook, WebhookHandshake } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { timingSafeEqual } from 'node:crypto';
import {
  handshakeAnswer,
  isHandshake,
  type WebhookAnswer,
  readFirst,
  viewOf,
  type WebhookRequest,
} from '@svc/providers';
import { GivenSecrets } from './given-secrets.service.js';
import type { InboundTarget } from './inbound-target.js';
import { WebhookVerifier } from './webhook-verifier.service.js';

/** Lets webhooks in that prove where they come from, and answers those by which a provider tries the address out. */
@Injectable()
export class WebhookGate {
  constructor(
    private readonly verifier: WebhookVerifier,
    private readonly given: GivenSecrets,
  ) {}

  /**
   * The answer that ends a handshake; undefined for a webhook that is to be stored.
   *
   * @throws AppError 401 `invalid_webhook_signature`
   */
  async pass(
    target: InboundTarget,
    rules: ProviderWebhook,
    request: WebhookRequest,
  ): Promise<WebhookAnswer | undefined> {
    const handshake = rules.handshakes?.find((rule) => isHandshake(rule, request));
    if (!handshake || handshake.verified) await this.verifier.check(target, request);
    return handshake && (await this.answer(handshake, target, request));
  }

  private async answer(rule: WebhookHandshake, target: InboundTarget, request: WebhookRequest): Promise<WebhookAnswer> {
    const secret = await this.verifier.secretFor(target, request);
    if (rule.token !== undefined && !isToken(readFirst(rule.token, viewOf(request))[0], secret))
      throw new AppError('invalid_webhook_signature', 'The handshake was refused: its token is not the secret.');
    if (rule.keeps_secret !== undefined) {
      const [offered] = readFirst(rule.keeps_secret, viewOf(request));
      if (offered !== undefined) await this.given.keep(target, request.raw, offered);
    }
    return handshakeAnswer(rule, request, secret);
  }
}

function isToken(given = '', secret = ''): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return secret !== '' && a.length === b.length && timingSafeEqual(a, b);
}
