import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { OutboundClient, requestJson } from '@svc/http';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { BriefMemory } from './brief-memory.js';

const KEPT_MS = 600_000;
const KEPT_SETS = 100;
const TIMEOUT_MS = 5_000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Public keys by which providers sign. */
@Injectable()
export class ProviderKeys {
  private readonly sets = new BriefMemory<JWTVerifyGetKey>(KEPT_MS, KEPT_SETS);

  constructor(private readonly client: OutboundClient) {}

  /** @throws AppError `service_unavailable` when they cannot be had: the provider sends the webhook again. */
  async at(url: string): Promise<JWTVerifyGetKey> {
    return await this.sets.get(url, async () => createLocalJWKSet(await this.read(url)));
  }

  private async read(url: string): Promise<JSONWebKeySet> {
    try {
      const { json } = await requestJson(this.client, { method: 'GET', url, timeoutMs: TIMEOUT_MS });
      return keySetSchema.parse(json);
    } catch (cause) {
      throw new AppError('service_unavailable', "The provider's public keys cannot be read at the moment.", {
        headers: { 'Retry-After': '10' },
        cause,
      });
    }
  }
}
