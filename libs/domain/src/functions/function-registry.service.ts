import { Injectable } from '@nestjs/common';
import type { FunctionKind } from '@svc/contracts';
import {
  Database,
  FunctionRepository,
  ScriptRepository,
  type FunctionName,
  type PublishedFunction,
  type Queryable,
  type Script,
} from '@svc/database';

/** Which functions are published, and their scripts. Every other area asks here. */
@Injectable()
export class FunctionRegistry {
  private readonly functions: FunctionRepository;
  private readonly scripts: ScriptRepository;

  constructor(database: Database) {
    this.functions = new FunctionRepository(database);
    this.scripts = new ScriptRepository(database);
  }

  /** The published version of a function; undefined when there is none. A disabled one is found and says so. */
  async findPublished(name: FunctionName, tx?: Queryable): Promise<PublishedFunction | undefined> {
    return this.functions.findPublished(name, tx);
  }

  /** Every published function of these integrations, or those of one kind. */
  async listPublished(
    integrationIds: readonly number[],
    type?: FunctionKind,
    tx?: Queryable,
  ): Promise<PublishedFunction[]> {
    return this.functions.listPublished(integrationIds, type, tx);
  }

  /** Id of an integration by its unique key. */
  async findIntegrationId(environmentId: number, uniqueKey: string): Promise<number | undefined> {
    const [found] = await this.functions.findIntegrations(environmentId, [uniqueKey]);
    return found?.id;
  }

  /** A script by its hash, if the environment owns it. */
  async getScript(script: { environmentId: number; hash: string }): Promise<Script | undefined> {
    return this.scripts.find(script.environmentId, script.hash);
  }
}
