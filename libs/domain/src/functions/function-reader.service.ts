import { Injectable } from '@nestjs/common';
import type {
  FunctionCode,
  FunctionKind,
  FunctionSummary,
  ListFunctionsQuery,
  ListFunctionsResponse,
  OpenAiTools,
  ScriptsConfig,
} from '@svc/contracts';
import { Database, FunctionRepository, FunctionVersionRepository, type PublishedFunction } from '@svc/database';
import { AppError } from '@svc/errors';
import { toFunctionSummary, toOpenAiTools, toScriptsConfig } from './function-answers.js';

/** Which function a caller means: without a type, the name may fit several. */
export interface FunctionAddress {
  readonly environmentId: number;
  readonly uniqueKey: string;
  readonly name: string;
  readonly type?: FunctionKind | undefined;
}

/** What callers read about deployed functions. */
@Injectable()
export class FunctionReader {
  private readonly functions: FunctionRepository;
  private readonly versions: FunctionVersionRepository;

  constructor(database: Database) {
    this.functions = new FunctionRepository(database);
    this.versions = new FunctionVersionRepository(database);
  }

  /** @throws {AppError} `not_found` for an unknown integration. */
  async list(environmentId: number, uniqueKey: string, query: ListFunctionsQuery): Promise<ListFunctionsResponse> {
    const integrationId = await this.integrationId(environmentId, uniqueKey);
    const { type, search, page, limit } = query;
    const filter = { integrationId, type, search };
    const [functions, total] = await Promise.all([
      this.functions.page(filter, page * limit, limit),
      this.functions.count(filter),
    ]);
    return { data: functions.map(toFunctionSummary), pagination: { total, page, limit } };
  }

  /** The function; of several of one name the sync first, then the action. @throws {AppError} `not_found`. */
  async get(address: FunctionAddress): Promise<FunctionSummary> {
    const [found] = await this.matches(address);
    if (!found) throw this.missing(address);
    return toFunctionSummary(found);
  }

  /** The one function that is meant. @throws {AppError} `not_found`, or `ambiguous_function` when the name fits several. */
  async resolve(address: FunctionAddress): Promise<PublishedFunction> {
    const matches = await this.matches(address);
    const [found, other] = matches;
    if (!found) throw this.missing(address);
    if (other) {
      const message = `There are ${matches.length} functions named "${address.name}": add the query parameter type.`;
      throw new AppError('ambiguous_function', message, {
        payload: { matches: matches.map(({ type, name }) => ({ type, name })) },
      });
    }
    return found;
  }

  /** The source. @throws {AppError} `not_found`, or `ambiguous_function` when the name fits several. */
  async code(address: FunctionAddress): Promise<FunctionCode> {
    const found = await this.resolve(address);
    const code = await this.versions.findSource(found.versionId);
    if (code === undefined) throw this.missing(address);
    return { type: found.type, code };
  }

  async scriptsConfig(environmentId: number): Promise<ScriptsConfig> {
    return toScriptsConfig(await this.functions.listDeployed(environmentId));
  }

  async openAiTools(environmentId: number): Promise<OpenAiTools> {
    return toOpenAiTools(await this.functions.listDeployed(environmentId));
  }

  private async matches(address: FunctionAddress): Promise<PublishedFunction[]> {
    const integrationId = await this.integrationId(address.environmentId, address.uniqueKey);
    const found = await this.functions.listPublished([integrationId], address.type);
    return found.filter(({ name }) => name === address.name);
  }

  private async integrationId(environmentId: number, uniqueKey: string): Promise<number> {
    const [integration] = await this.functions.findIntegrations(environmentId, [uniqueKey]);
    if (integration) return integration.id;
    throw new AppError(
      'not_found',
      `There is no integration "${uniqueKey}" in this environment: GET /integrations lists them.`,
    );
  }

  private missing({ uniqueKey, name, type }: FunctionAddress): AppError {
    const message = `The integration "${uniqueKey}" has no ${type ?? 'function'} "${name}": GET /integrations/{key}/functions lists them.`;
    return new AppError('not_found', message);
  }
}
