import { Injectable } from '@nestjs/common';
import type { WebhookVerification } from '@svc/contracts';
import { ConnectionMatchRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import { jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { certificateUrl, isProvedBySecret, readParts, type SecretRule, type WebhookRequest } from '@svc/providers';
import type { InboundTarget } from './inbound-target.js';
import { ProviderKeys } from './provider-keys.service.js';
import { webhookSecret } from './webhook-secret.js';

type JwtRule = Extract<WebhookVerification, { readonly type: 'jwt' }>;

/** Decides whether a webhook comes from whom it says. */
@Injectable()
export class WebhookVerifier {
  private readonly connections: ConnectionMatchRepository;

  constructor(
    database: Database,
    private readonly keys: ProviderKeys,
  ) {
    this.connections = new ConnectionMatchRepository(database);
  }

  /** @throws AppError 401 `invalid_webhook_signature` */
  async check(target: InboundTarget, request: WebhookRequest): Promise<void> {
    const rules = [target.rules?.verification ?? []].flat();
    if (rules.length === 0) return;
    const rule = rules.find(({ signature }) => readParts(signature, request).length > 0);
    if (!rule) return await this.checkAbsent(rules, target, request);
    const secret = await this.secretOf(rule, target, request);
    if (secret === undefined && rule.without_secret === 'accept') return;
    const isProved =
      rule.type === 'jwt'
        ? await this.isProvedByToken(rule, request, secret)
        : secret !== undefined && (await this.isProvedBySecret(rule, secret, request));
    if (!isProved) throw refused(secret === undefined && rule.type !== 'jwt' ? noSecret(rule) : WRONG);
  }

  /** The secret that the first rule names, for handshakes. */
  async secretFor(target: InboundTarget, request: WebhookRequest): Promise<string | undefined> {
    const [rule] = [target.rules?.verification ?? []].flat();
    return rule && (await this.secretOf(rule, target, request));
  }

  /** Nothing proves anything: fine where that is optional, or while nobody has set a secret. */
  private async checkAbsent(
    rules: readonly WebhookVerification[],
    target: InboundTarget,
    request: WebhookRequest,
  ): Promise<void> {
    for (const rule of rules) {
      if (rule.type === 'jwt' && rule.optional) return;
      const isOpen = rule.without_secret === 'accept' && (await this.secretOf(rule, target, request)) === undefined;
      if (!isOpen) throw refused(`It carries no signature: ${[rule.signature.from].flat().join(' or ')} is missing.`);
    }
  }

  private async secretOf(
    rule: WebhookVerification,
    target: InboundTarget,
    request: WebhookRequest,
  ): Promise<string | undefined> {
    if (rule.type === 'public_key' && rule.public_key !== undefined) return rule.public_key;
    return await webhookSecret(rule, target, request.raw, (id) =>
      this.connections.metadataOf(target.integration.id, id),
    );
  }

  private async isProvedBySecret(rule: SecretRule, secret: string, request: WebhookRequest): Promise<boolean> {
    if (rule.type !== 'public_key' || !rule.certificate) return isProvedBySecret(rule, secret, request, Date.now());
    const url = certificateUrl(rule.certificate, request);
    const key = url === undefined ? undefined : await this.keys.certified(url);
    return key !== undefined && isProvedBySecret(rule, secret, request, Date.now(), key);
  }

  private async isProvedByToken(rule: JwtRule, request: WebhookRequest, secret: string | undefined): Promise<boolean> {
    const [token = ''] = readParts(rule.signature, request);
    const options = {
      algorithms: rule.algorithms,
      clockTolerance: 30,
      ...(rule.issuer && { issuer: rule.issuer }),
      ...(rule.audience_is_url && { audience: [request.raw.url, request.raw.url.split('?', 1)[0] ?? ''] }),
      ...(rule.jwks_url !== undefined && { requiredClaims: ['exp'] }),
    };
    const keys = rule.jwks_url === undefined ? undefined : await this.keys.at(rule.jwks_url);
    if (!keys && secret === undefined) return false;
    try {
      const { payload } = keys
        ? await jwtVerify(token, keys, options)
        : await jwtVerify(token, new TextEncoder().encode(secret), options);
      const claim = rule.body_digest_claim;
      return claim === undefined || payload[claim] === createHash('sha256').update(request.raw.body).digest('hex');
    } catch {
      return false;
    }
  }
}

const WRONG = 'Its signature is wrong, or too old.';

const noSecret = ({ secret }: WebhookVerification): string =>
  `Its signature cannot be checked: set ${secret.join(' or ')}.`;

const refused = (reason: string): AppError =>
  new AppError('invalid_webhook_signature', `The webhook was refused. ${reason}`);
