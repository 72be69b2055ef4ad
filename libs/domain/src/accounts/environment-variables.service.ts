import { Injectable } from '@nestjs/common';
import type { EnvironmentVariable, ReplaceEnvironmentVariablesBody } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { Database, EnvironmentRepository, EnvironmentVariableRepository } from '@svc/database';
import { AppError } from '@svc/errors';

const PURPOSE = 'environment_variables.value';

/** Variables that functions of an environment read. Values are sealed. */
@Injectable()
export class EnvironmentVariablesService {
  private readonly variables: EnvironmentVariableRepository;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {
    this.variables = new EnvironmentVariableRepository(database);
  }

  /** By name. */
  async list(environmentId: number): Promise<EnvironmentVariable[]> {
    const rows = await this.variables.list(environmentId);
    return rows.map(({ name, valueSealed }) => ({ name, value: this.secrets.open(valueSealed, PURPOSE) }));
  }

  /** @throws {AppError} `not_found` for the environment. */
  async replace(
    accountId: number,
    { environment_id: environmentId, variables }: ReplaceEnvironmentVariablesBody,
  ): Promise<void> {
    const rows = variables.map(({ name, value }) => ({ name, valueSealed: this.secrets.seal(value, PURPOSE) }));
    await this.database.transaction(async (tx) => {
      if (!(await new EnvironmentRepository(tx).lock(accountId, environmentId))) {
        throw new AppError('not_found', `environment_id: the account has no environment with id ${environmentId}.`);
      }
      await this.variables.replace(tx, environmentId, rows);
    });
  }
}
