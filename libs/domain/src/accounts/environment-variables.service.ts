import { Injectable } from '@nestjs/common';
import {
  MAX_ENVIRONMENT_VARIABLES,
  type EnvironmentVariable,
  type ReplaceEnvironmentVariablesBody,
} from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { Database, EnvironmentRepository, EnvironmentVariableRepository, SEALED_COLUMNS } from '@svc/database';
import { AppError } from '@svc/errors';

const PURPOSE = SEALED_COLUMNS.environmentVariable.purpose;

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

  /** Adds a variable or changes its value. @throws {AppError} `resource_capped` when the environment has as many as it may. */
  async set(environmentId: number, { name, value }: EnvironmentVariable): Promise<void> {
    const row = { name, valueSealed: this.secrets.seal(value, PURPOSE) };
    const isSet = await this.database.transaction((tx) =>
      this.variables.set(tx, environmentId, row, MAX_ENVIRONMENT_VARIABLES),
    );
    if (isSet) return;
    const message = `An environment has at most ${MAX_ENVIRONMENT_VARIABLES} variables: remove one that no function reads.`;
    throw new AppError('resource_capped', message);
  }

  /** @throws {AppError} `not_found`. */
  async remove(environmentId: number, name: string): Promise<void> {
    if (await this.variables.remove(environmentId, name)) return;
    throw new AppError(
      'not_found',
      `The environment has no variable "${name}": GET /environment-variables lists them.`,
    );
  }
}
