import { Injectable } from '@nestjs/common';
import {
  API_KEY_PREFIX,
  type CreateEnvironmentBody,
  type CreatedEnvironment,
  type EnvironmentList,
  type PageQuery,
} from '@svc/contracts';
import { hashKey, randomSecret, SecretBox } from '@svc/crypto';
import {
  AccountRepository,
  ApiKeyRepository,
  Database,
  EnvironmentRepository,
  isUniqueViolation,
  SEALED_COLUMNS,
  type Transaction,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { decodeIdCursor, pageOf } from './id-cursor.js';

const MAX_ENVIRONMENTS = 50;
const PRODUCTION_NAME = 'prod';
const CURSOR = 'environments';

/** What the default key of each environment is called and may do (wire contract, section 2). */
export const DEFAULT_KEY = { displayName: 'Default - Full access', scopes: ['environment:*'] } as const;

/** Purpose under which the webhook signing key of an environment is sealed. */
export const SIGNING_KEY_PURPOSE = SEALED_COLUMNS.signingKey.purpose;

/** A new secret key of an environment (D19). */
export const newApiKey = (environmentName: string): string => `${API_KEY_PREFIX}${environmentName}_${randomSecret()}`;

/** The environments of an account. */
@Injectable()
export class EnvironmentsService {
  private readonly environments: EnvironmentRepository;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {
    this.environments = new EnvironmentRepository(database);
  }

  async list(accountId: number, { limit, cursor }: PageQuery): Promise<EnvironmentList> {
    const found = await this.environments.list(accountId, decodeIdCursor(CURSOR, cursor), limit + 1);
    const { rows, nextCursor } = pageOf(CURSOR, found, limit);
    return {
      data: rows.map(({ id, name, isProduction }) => ({ id, name, is_production: isProduction })),
      next_cursor: nextCursor,
    };
  }

  /**
   * Makes an environment with its default key and its webhook signing key.
   * @throws {AppError} `conflict` when the name is taken, `resource_capped`, `invalid_is_prod_flag`.
   */
  async create(accountId: number, body: CreateEnvironmentBody): Promise<CreatedEnvironment> {
    if (body.name === PRODUCTION_NAME && body.is_production === false) {
      throw new AppError(
        'invalid_is_prod_flag',
        'is_production: an environment named "prod" is a production environment. Leave the field out or send true.',
      );
    }
    try {
      return { data: await this.database.transaction((tx) => this.insert(tx, accountId, body)) };
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError(
        'conflict',
        `name: the account has an environment "${body.name}" already. Choose another name.`,
      );
    }
  }

  private async insert(
    tx: Transaction,
    accountId: number,
    body: CreateEnvironmentBody,
  ): Promise<CreatedEnvironment['data']> {
    await new AccountRepository(tx).lock(accountId);
    const environments = new EnvironmentRepository(tx);
    if ((await environments.count(accountId)) >= MAX_ENVIRONMENTS) {
      throw new AppError(
        'resource_capped',
        `An account has at most ${MAX_ENVIRONMENTS} environments: delete one first.`,
      );
    }
    const { id, name } = await environments.insert({
      accountId,
      name: body.name,
      isProduction: body.is_production ?? false,
      callbackUrl: body.callback_url ?? null,
      webhookSigningKeySealed: this.secrets.seal(randomSecret(), SIGNING_KEY_PURPOSE),
      settings: this.settingsOf(body),
    });
    const secret = newApiKey(name);
    await new ApiKeyRepository(tx).insert(id, DEFAULT_KEY.displayName, hashKey(secret), DEFAULT_KEY.scopes);
    return { id, name, secret_key: secret };
  }

  /** Settings as they are stored: what may hold a secret is sealed. */
  private settingsOf(body: CreateEnvironmentBody): Record<string, unknown> {
    const { hmac_key: hmacKey, otlp_headers: otlpHeaders } = body;
    const { hmacKey: hmac, otlpHeaders: otlp } = SEALED_COLUMNS;
    return {
      ...(body.hmac_enabled !== undefined && { hmac_enabled: body.hmac_enabled }),
      ...(body.slack_notifications !== undefined && { slack_notifications: body.slack_notifications }),
      ...(body.otlp_endpoint !== undefined && { otlp_endpoint: body.otlp_endpoint }),
      ...(hmacKey !== undefined && { [hmac.field]: this.secrets.seal(hmacKey, hmac.purpose) }),
      ...(otlpHeaders && { [otlp.field]: this.secrets.seal(JSON.stringify(otlpHeaders), otlp.purpose) }),
    };
  }
}
