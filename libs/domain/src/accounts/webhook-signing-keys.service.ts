import { Injectable } from '@nestjs/common';
import { randomSecret, SecretBox } from '@svc/crypto';
import { Database, EnvironmentRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { SIGNING_KEY_PURPOSE } from './environments.service.js';

/** The secret with which an environment's outgoing webhooks are signed (D13). */
@Injectable()
export class WebhookSigningKeys {
  private readonly environments: EnvironmentRepository;

  constructor(
    database: Database,
    private readonly secrets: SecretBox,
  ) {
    this.environments = new EnvironmentRepository(database);
  }

  /** @throws {AppError} `not_found` when the environment is gone. */
  async get(environmentId: number): Promise<string> {
    const sealed = await this.environments.findSigningKeySealed(environmentId);
    if (sealed === undefined) throw gone();
    return this.secrets.open(sealed, SIGNING_KEY_PURPOSE);
  }

  /** The current key and, where the last rotation is younger than this, the one before it. */
  async getSigning(environmentId: number, youngerThanMs: number): Promise<[current: string, previous?: string]> {
    const sealed = await this.environments.findSigningKeysSealed(environmentId, youngerThanMs);
    const [current, previous] = sealed.map((key) => this.secrets.open(key, SIGNING_KEY_PURPOSE));
    if (current === undefined) throw gone();
    return previous === undefined ? [current] : [current, previous];
  }

  /** Replaces the key; for a day the one before it signs as well. */
  async rotate(environmentId: number): Promise<string> {
    const key = randomSecret();
    if (!(await this.environments.saveSigningKeySealed(environmentId, this.secrets.seal(key, SIGNING_KEY_PURPOSE))))
      throw gone();
    return key;
  }
}

const gone = (): AppError => new AppError('not_found', 'The environment has been deleted.');
