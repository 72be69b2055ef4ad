import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { OutboundClient, requestJson, type JsonAnswer } from '@svc/http';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { BriefMemory } from './brief-memory.js';

const KEPT_MS = 600_000;
const KEPT_KEYS = 100;
const TIMEOUT_MS = 5_000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Public keys by which providers sign. */
@Injectable()
export class ProviderKeys {
  private readonly sets = new BriefMemory<JWTVerifyGetKey>(KEPT_MS, KEPT_KEYS);
  private readonly certificates = new BriefMemory<X509Certificate | undefined>(KEPT_MS, KEPT_KEYS);

  constructor(private readonly client: OutboundClient) {}

  /** @throws AppError `service_unavailable` when they cannot be had: the provider sends the webhook again. */
  async at(url: string): Promise<JWTVerifyGetKey> {
    return await this.sets.get(url, async () => createLocalJWKSet(await this.read(url)));
  }

  /**
   * The public key of a certificate (PEM) at an address, which must be the provider's own; undefined when it is none, or not
   * valid today.
   *
   * @throws AppError `service_unavailable` when it cannot be had.
   */
  async certified(url: string): Promise<string | undefined> {
    const certificate = await this.certificates.get(url, async () => parsed((await this.request(url)).text));
    const now = new Date();
    const isValid = certificate && certificate.validFromDate <= now && now < certificate.validToDate;
    return isValid ? certificate.publicKey.export({ type: 'spki', format: 'pem' }).toString() : undefined;
  }

  private async read(url: string): Promise<JSONWebKeySet> {
    try {
      return keySetSchema.parse((await this.request(url)).json);
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  private async request(url: string): Promise<JsonAnswer> {
    const answer = await requestJson(this.client, { method: 'GET', url, timeoutMs: TIMEOUT_MS }).catch((cause) => {
      throw unavailable(cause);
    });
    if (answer.status !== 200) throw unavailable(new Error(`The address of the keys answered ${answer.status}.`));
    return answer;
  }
}

function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

const unavailable = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('service_unavailable', "The provider's public keys cannot be read at the moment.", {
        headers: { 'Retry-After': '10' },
        cause,
      });
