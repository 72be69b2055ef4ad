import { Injectable } from '@nestjs/common';
import type {
  ApiKey,
  ApiKeyList,
  CreateApiKeyBody,
  CreatedApiKey,
  DeleteApiKeyBody,
  ListApiKeysQuery,
  UpdateApiKeyBody,
  UpdatedApiKey,
} from '@svc/contracts';
import { hashKey } from '@svc/crypto';
import { ApiKeyRepository, Database, EnvironmentRepository, isUniqueViolation, type ApiKeyRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { newApiKey } from './environments.service.js';
import { decodeIdCursor, pageOf } from './id-cursor.js';
import { KeyAuthenticator } from './key-authenticator.service.js';

const MAX_KEYS = 50;
const CURSOR = 'api-keys';

/** The secret keys of an account's environments. Secrets are shown once and stored as hashes. */
@Injectable()
export class ApiKeysService {
  private readonly keys: ApiKeyRepository;

  constructor(
    private readonly database: Database,
    private readonly authenticator: KeyAuthenticator,
  ) {
    this.keys = new ApiKeyRepository(database);
  }

  async list(
    accountId: number,
    { environment_id: environmentId, limit, cursor }: ListApiKeysQuery,
  ): Promise<ApiKeyList> {
    const afterId = decodeIdCursor(CURSOR, cursor);
    if (!(await new EnvironmentRepository(this.database).find(accountId, environmentId)))
      throw unknownEnvironment(environmentId);
    const { rows, nextCursor } = pageOf(CURSOR, await this.keys.list(environmentId, afterId, limit + 1), limit);
    return { data: rows.map(toApiKey), next_cursor: nextCursor };
  }

  /** @throws {AppError} `not_found` for the environment, `conflict` for the display name, `resource_capped`. */
  async create(
    accountId: number,
    { environment_id: environmentId, display_name: displayName, scopes }: CreateApiKeyBody,
  ): Promise<CreatedApiKey> {
    return await refusingSameName(displayName, () =>
      this.database.transaction(async (tx) => {
        const environment = await new EnvironmentRepository(tx).lock(accountId, environmentId);
        if (!environment) throw unknownEnvironment(environmentId);
        const keys = new ApiKeyRepository(tx);
        if ((await keys.count(environmentId)) >= MAX_KEYS) {
          throw new AppError('resource_capped', `An environment has at most ${MAX_KEYS} keys: delete one first.`);
        }
        const secret = newApiKey(environment.name);
        const { last_used_at: _, ...key } = toApiKey(
          await keys.insert(environmentId, displayName, hashKey(secret), scopes),
        );
        return { data: { ...key, secret } };
      }),
    );
  }

  /** @throws {AppError} `not_found` for the key, `conflict` for the display name. */
  async update(accountId: number, id: number, body: UpdateApiKeyBody): Promise<UpdatedApiKey> {
    const changes = { displayName: body.display_name, scopes: body.scopes };
    const row = await refusingSameName(body.display_name, () => this.keys.update(accountId, id, changes));
    if (!row) throw new AppError('not_found', `The account has no key with id ${id}.`);
    this.authenticator.forget();
    return { data: toApiKey(row) };
  }

  /** @throws {AppError} `not_found` for the environment or the key. */
  async delete(accountId: number, { environment_id: environmentId, key_id: keyId }: DeleteApiKeyBody): Promise<void> {
    if (!(await new EnvironmentRepository(this.database).find(accountId, environmentId)))
      throw unknownEnvironment(environmentId);
    if (!(await this.keys.delete(environmentId, keyId))) {
      throw new AppError('not_found', `key_id: environment ${environmentId} has no key with id ${keyId}.`);
    }
    this.authenticator.forget();
  }
}

const unknownEnvironment = (id: number): AppError =>
  new AppError(
    'not_found',
    `environment_id: the account has no environment with id ${id}. GET /environments lists them.`,
  );

async function refusingSameName<T>(displayName: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      'conflict',
      `display_name: the environment has a key "${displayName}" already. Choose another name.`,
    );
  }
}

const toApiKey = ({ id, displayName, scopes, lastUsedAt, createdAt }: ApiKeyRow): ApiKey => ({
  id,
  display_name: displayName,
  scopes,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
