import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_KEY_PREFIX, API_KEY_PREFIX } from '@svc/contracts';
import { hashKey } from '@svc/crypto';
import { Database, KeyRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';
import type { AccountCaller, EnvironmentCaller } from './caller.js';

/** A key that was deleted or changed goes on as it was for at most this long, in other processes. */
const CACHE_MS = 10_000;
const CACHE_SIZE = 10_000;
const TOUCH_INTERVAL_MS = 60_000;

/** A caller with a key. */
export type KeyCaller = EnvironmentCaller | AccountCaller;

interface CachedCaller {
  readonly caller: KeyCaller;
  readonly until: number;
}

/** Turns the key of a request into a caller, through a cache of 10 s. */
@Injectable()
export class KeyAuthenticator {
  private readonly repository: KeyRepository;
  private readonly cache = new Map<string, CachedCaller>();
  private readonly touchedAt = new Map<string, number>();

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.repository = new KeyRepository(database);
  }

  /** @throws {AppError} 401 with the code that says what is wrong with the key. */
  async authenticate(key: string): Promise<KeyCaller> {
    const now = Date.now();
    const cached = this.cache.get(key);
    if (cached && cached.until > now) return cached.caller;
    const caller = await this.lookUp(key);
    if (this.cache.size >= CACHE_SIZE) this.cache.clear();
    this.cache.set(key, { caller, until: now + CACHE_MS });
    this.touch(caller, now);
    return caller;
  }

  /** Makes changes of keys count at once in this process. */
  forget(): void {
    this.cache.clear();
  }

  private async lookUp(key: string): Promise<KeyCaller> {
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
    throw new AppError(
      'unknown_account',
      'No key with this value exists. It may have been deleted: use another key or create one.',
    );
  }

  /** The last-used indicator. It is written in the background: no request waits for it or fails with it. */
  private touch(caller: KeyCaller, now: number): void {
    const table = caller.kind === 'environment' ? 'api_keys' : 'account_keys';
    const mark = `${table}:${caller.keyId}`;
    if (now - (this.touchedAt.get(mark) ?? 0) < TOUCH_INTERVAL_MS) return;
    if (this.touchedAt.size >= CACHE_SIZE) this.touchedAt.clear();
    this.touchedAt.set(mark, now);
    this.repository.touch(table, [caller.keyId]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'When a key was last used could not be recorded.');
    });
  }
}
