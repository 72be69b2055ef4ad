import { Injectable } from '@nestjs/common';
import { ACCOUNT_KEY_PREFIX, API_KEY_PREFIX } from '@svc/contracts';
import { hashKey } from '@svc/crypto';
import { Database, KeyRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Caller } from './caller.js';

/** A key that was deleted or changed goes on as it was for at most this long, in every process. */
const CACHE_MS = 10_000;
const CACHE_SIZE = 10_000;
const TOUCH_INTERVAL_MS = 60_000;

interface CachedCaller {
  readonly caller: Caller;
  readonly until: number;
}

/** Turns the key of a request into a caller, through a cache of 10 s. */
@Injectable()
export class KeyAuthenticator {
  private readonly repository: KeyRepository;
  private readonly cache = new Map<string, CachedCaller>();
  private readonly touchedAt = new Map<string, number>();

  constructor(database: Database) {
    this.repository = new KeyRepository(database);
  }

  /** @throws {AppError} 401 with the code that says what is wrong with the key. */
  async authenticate(key: string): Promise<Caller> {
    const now = Date.now();
    const cached = this.cache.get(key);
    if (cached && cached.until > now) return cached.caller;
    const caller = await this.lookUp(key);
    if (this.cache.size >= CACHE_SIZE) this.cache.clear();
    this.cache.set(key, { caller, until: now + CACHE_MS });
    await this.touch(caller, now);
    return caller;
  }

  private async lookUp(key: string): Promise<Caller> {
    if (key.startsWith(API_KEY_PREFIX)) {
      const found = await this.repository.findApiKeyByHash(hashKey(key));
      if (found) return { kind: 'environment', ...found };
    } else if (key.startsWith(ACCOUNT_KEY_PREFIX)) {
      const found = await this.repository.findAccountKeyByHash(hashKey(key));
      if (found) return { kind: 'account', ...found };
    } else {
      throw new AppError(
        'invalid_secret_key_format',
        `The key does not start with ${API_KEY_PREFIX} or ${ACCOUNT_KEY_PREFIX}: send the secret key of an environment as "Authorization: Bearer <key>".`,
      );
    }
    throw new AppError('unknown_account', 'No key with this value exists. It may have been deleted: use another key or create one.');
  }

  private async touch(caller: Caller, now: number): Promise<void> {
    const table = caller.kind === 'environment' ? 'api_keys' : 'account_keys';
    const mark = `${table}:${caller.keyId}`;
    if (now - (this.touchedAt.get(mark) ?? 0) < TOUCH_INTERVAL_MS) return;
    this.touchedAt.set(mark, now);
    await this.repository.touch(table, [caller.keyId]);
  }
}
