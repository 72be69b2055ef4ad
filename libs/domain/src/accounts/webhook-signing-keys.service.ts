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

  /** Replaces the key; what is signed from now on carries the new one. */
  async rotate(environmentId: number): Promise<string> {
    const key = randomSecret();
    if (!(await this.environments.saveSigningKeySealed(environmentId, this.secrets.seal(key, SIGNING_KEY_PURPOSE))))
      throw gone();
    return key;
  }
}

const gone = (): AppError => new AppError('not_found', 'The environment has been deleted.');
