import { Injectable } from '@nestjs/common';
import { ACCOUNT_KEY_PREFIX } from '@svc/contracts';
import { hashKey, randomSecret } from '@svc/crypto';
import { AccountRepository, ApiKeyRepository, Database, EnvironmentRepository, KeyRepository } from '@svc/database';
import { DEFAULT_KEY, EnvironmentsService, newApiKey } from './environments.service.js';
import { WebhookSigningKeys } from './webhook-signing-keys.service.js';

/** Secrets as they were handed out before. */
export interface KnownKeys {
  readonly secretKey?: string | undefined;
  readonly accountKey?: string | undefined;
}

/** What a development installation is used with. */
export interface DevelopmentAccount {
  readonly environment: string;
  readonly secretKey: string;
  readonly accountKey: string;
  readonly webhookSigningKey: string;
}

/** Makes the account of a new installation, with an environment and keys. Running it again changes nothing. */
@Injectable()
export class AccountBootstrap {
  constructor(
    private readonly database: Database,
    private readonly environments: EnvironmentsService,
    private readonly signingKeys: WebhookSigningKeys,
  ) {}

  /** Keys that still work are kept; for those that are unknown or lost, new ones are added and none is taken away. */
  async ensure(accountName: string, environmentName: string, known: KnownKeys): Promise<DevelopmentAccount> {
    const accountId = await new AccountRepository(this.database).ensure(accountName);
    const found = await new EnvironmentRepository(this.database).findByName(accountId, environmentName);
    const created = found ? undefined : (await this.environments.create(accountId, { name: environmentName })).data;
    const environmentId = found?.id ?? created?.id ?? 0;
    return {
      environment: environmentName,
      secretKey: created?.secret_key ?? (await this.ensureApiKey(environmentId, environmentName, known.secretKey)),
      accountKey: await this.ensureAccountKey(accountId, known.accountKey),
      webhookSigningKey: await this.signingKeys.get(environmentId),
    };
  }

  private async ensureApiKey(
    environmentId: number,
    environmentName: string,
    known: string | undefined,
  ): Promise<string> {
    const keys = new ApiKeyRepository(this.database);
    if (known !== undefined && (await keys.hasHash(environmentId, hashKey(known)))) return known;
    const secret = newApiKey(environmentName);
    await keys.insert(environmentId, nameOfAnother(DEFAULT_KEY.displayName), hashKey(secret), DEFAULT_KEY.scopes);
    return secret;
  }

  private async ensureAccountKey(accountId: number, known: string | undefined): Promise<string> {
    const found =
      known === undefined ? undefined : await new KeyRepository(this.database).findAccountKeyByHash(hashKey(known));
    if (known !== undefined && found?.accountId === accountId) return known;
    const secret = `${ACCOUNT_KEY_PREFIX}${randomSecret()}`;
    await new AccountRepository(this.database).insertKey(accountId, nameOfAnother('Development'), hashKey(secret), [
      'account:*',
    ]);
    return secret;
  }
}

const nameOfAnother = (name: string): string => `${name}, ${new Date().toISOString()}`;
