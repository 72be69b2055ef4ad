import { Injectable } from '@nestjs/common';
import {
  deployKindSchema,
  type Deploy,
  type DeployResponse,
  type ListDeploysResponse,
  type ListFunctionVersionsQuery,
  type ListFunctionVersionsResponse,
  type PageQuery,
} from '@svc/contracts';
import { Database, DeployRepository, FunctionVersionRepository, type DeployRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { FunctionReader, type FunctionAddress } from '../functions/function-reader.service.js';
import { decodeRowCursor, encodeRowCursor } from '../core/row-cursor.js';
import { toFunctionChanges, versionIdsOf } from './function-changes.js';

const DEPLOYS = 'deploys';
const VERSIONS = 'versions';

/** What was deployed, and which versions there are to go back to. */
@Injectable()
export class DeployHistory {
  private readonly deploys: DeployRepository;
  private readonly versions: FunctionVersionRepository;

  constructor(
    database: Database,
    private readonly functions: FunctionReader,
  ) {
    this.deploys = new DeployRepository(database);
    this.versions = new FunctionVersionRepository(database);
  }

  /** Latest first. @throws {AppError} `invalid_query_params` for a cursor that is not one. */
  async list(environmentId: number, { limit, cursor }: PageQuery): Promise<ListDeploysResponse> {
    const before = decodeRowCursor(DEPLOYS, cursor);
    const rows = await this.deploys.list(environmentId, { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(view), next_cursor: last ? encodeRowCursor(DEPLOYS, last.id) : null };
  }

  /** With what it did to each function. @throws {AppError} `not_found`. */
  async get(environmentId: number, id: string): Promise<DeployResponse['data']> {
    const row = await this.deploys.find(environmentId, id);
    if (!row) throw unknownDeploy(id);
    const changes = await this.deploys.changesOf(id);
    const versions = await this.versions.findAll(versionIdsOf(changes));
    return { ...view(row), changes: toFunctionChanges(changes, versions) };
  }

  /** Versions of a function, latest first. @throws {AppError} `not_found`, or `ambiguous_function`. */
  async versionsOf(
    address: FunctionAddress,
    { limit, cursor }: ListFunctionVersionsQuery,
  ): Promise<ListFunctionVersionsResponse> {
    const { functionId, versionId } = await this.functions.resolve(address);
    const before = decodeRowCursor(VERSIONS, cursor);
    const rows = await this.versions.list(functionId, { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map((row) => ({
        id: row.id,
        version: row.version,
        deployed_at: row.createdAt.toISOString(),
        deploy_id: row.deploymentId,
        is_current: row.id === versionId,
      })),
      next_cursor: last ? encodeRowCursor(VERSIONS, last.id) : null,
    };
  }
}

export const unknownDeploy = (id: string): AppError =>
  new AppError('not_found', `There is no deploy "${id}" in this environment: GET /functions/deploys lists them.`);

const view = (row: DeployRow): Deploy => ({
  id: row.id,
  kind: deployKindSchema.parse(row.kind),
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  created: row.created,
  updated: row.updated,
  deleted: row.deleted,
  restored_id: row.restoredId,
  restorable: row.isRestorable,
});
