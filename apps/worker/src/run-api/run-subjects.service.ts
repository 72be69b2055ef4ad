import { Injectable } from '@nestjs/common';
import { Database, RunEnvironmentRepository } from '@svc/database';
import type { EnvironmentCaller, RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';

/** A function may read all of its own environment, as a key with full access may. */
const FUNCTION_SCOPES = ['environment:*'];

/** Who a run acts as. */
@Injectable()
export class RunSubjects {
  private readonly environments: RunEnvironmentRepository;

  constructor(database: Database) {
    this.environments = new RunEnvironmentRepository(database);
  }

  /** @throws {AppError} `invalid_run_token` when the environment of the run was deleted. */
  async callerOf({ environmentId }: RunClaims): Promise<EnvironmentCaller> {
    const environment = await this.environments.find(environmentId);
    if (!environment) throw new AppError('invalid_run_token', 'The environment of this run was deleted.');
    const { accountId, name, uuid } = environment;
    return {
      kind: 'environment',
      keyId: 0,
      accountId,
      environmentId,
      environmentName: name,
      environmentUuid: uuid,
      scopes: FUNCTION_SCOPES,
    };
  }
}
