import { Injectable } from '@nestjs/common';
import {
  dryRunResultSchema,
  functionJobStatusSchema,
  type AcceptedFunctionJob,
  type CreateDeploymentBody,
  type CreateDryRunBody,
  type DeployTemplateBody,
  type DryRun,
  type FunctionDeployment,
} from '@svc/contracts';
import { Database, FunctionJobRepository, type FunctionJobRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { FunctionRegistry } from '../functions/function-registry.service.js';
import { FunctionJobPayloads, type FunctionJobOutcome } from './function-job-payloads.service.js';
import { TemplateDeployments } from './template-deployments.service.js';

/** Who asks for a job. */
export interface FunctionJobCaller {
  readonly environmentId: number;
  readonly keyId: number;
}

/** Dry runs and deployments that the API is asked for: accepted here and done by a worker, but for templates, done here. */
@Injectable()
export class FunctionJobs {
  private readonly jobs: FunctionJobRepository;

  constructor(
    database: Database,
    private readonly connections: ConnectionLookup,
    private readonly functions: FunctionRegistry,
    private readonly payloads: FunctionJobPayloads,
    private readonly templates: TemplateDeployments,
  ) {
    this.jobs = new FunctionJobRepository(database);
  }

  /** @throws {AppError} `integration_not_found`, `connection_not_found`. */
  async requestDryRun(
    { environmentId, keyId }: FunctionJobCaller,
    body: CreateDryRunBody,
  ): Promise<AcceptedFunctionJob> {
    const { integration_id: providerConfigKey, connection_id: connectionId } = body;
    const found = await this.connections.find({ environmentId, providerConfigKey, connectionId });
    if (!found.connection) {
      await this.expectIntegration(environmentId, providerConfigKey);
      const message = `The integration "${providerConfigKey}" has no connection "${connectionId}".`;
      throw new AppError('connection_not_found', message);
    }
    return await this.accept({
      environmentId,
      keyId,
      kind: 'dryrun',
      integrationKey: providerConfigKey,
      functionType: body.function_type,
      functionName: null,
      requestSealed: this.payloads.sealRequest(body),
    });
  }

  /** @throws {AppError} `integration_not_found`, `template_not_found`, `template_already_deployed`, `ambiguous_function`. */
  async requestDeployment(caller: FunctionJobCaller, body: CreateDeploymentBody): Promise<AcceptedFunctionJob> {
    const integrationId = await this.expectIntegration(caller.environmentId, body.integration_id);
    if (body.type === 'template') return await this.deployTemplate(caller, integrationId, body);
    await this.expectUnambiguous(integrationId, body.function_name, body.function_type);
    return await this.accept({
      ...caller,
      kind: 'deployment',
      integrationKey: body.integration_id,
      functionType: body.function_type,
      functionName: body.function_name,
      requestSealed: this.payloads.sealRequest(body),
    });
  }

  /** @throws {AppError} `dryrun_not_found`. */
  async getDryRun(environmentId: number, id: string): Promise<DryRun> {
    const row = await this.jobs.find(environmentId, 'dryrun', id);
    if (!row) throw new AppError('dryrun_not_found', `There is no dry run "${id}"; old ones are forgotten.`);
    const outcome = this.payloads.openOutcome(row.resultSealed);
    const { output, result } = outcome;
    return {
      ...view(row, outcome),
      ...(output !== undefined && { output }),
      ...(result !== undefined && { result: dryRunResultSchema.parse(result) }),
    };
  }

  /** @throws {AppError} `deployment_not_found`. */
  async getDeployment(environmentId: number, id: string): Promise<FunctionDeployment> {
    const row = await this.jobs.find(environmentId, 'deployment', id);
    if (!row) throw new AppError('deployment_not_found', `There is no deployment "${id}"; old ones are forgotten.`);
    const outcome = this.payloads.openOutcome(row.resultSealed);
    return {
      ...view(row, outcome),
      function_name: row.functionName ?? '',
      ...(row.completedAt && { deployed: row.status === 'success' }),
      ...(outcome.deployed_functions && { deployed_functions: outcome.deployed_functions }),
    };
  }

  private async accept(job: Parameters<FunctionJobRepository['insert']>[0]): Promise<AcceptedFunctionJob> {
    const { id, createdAt } = await this.jobs.insert(job);
    return { id, status: 'waiting', created_at: createdAt.toISOString() };
  }

  private async expectIntegration(environmentId: number, uniqueKey: string): Promise<number> {
    const id = await this.functions.findIntegrationId(environmentId, uniqueKey);
    if (id !== undefined) return id;
    const message = `There is no integration "${uniqueKey}" in this environment: GET /integrations lists them.`;
    throw new AppError('integration_not_found', message);
  }

  private async deployTemplate(
    caller: FunctionJobCaller,
    integrationId: number,
    body: DeployTemplateBody,
  ): Promise<AcceptedFunctionJob> {
    const { integration_id: integrationKey } = body;
    const template = await this.templates.find(caller.environmentId, integrationId, body);
    const { name: functionName, type: functionType } = template.summary;
    await this.expectUnambiguous(integrationId, functionName, functionType);
    const startedAt = performance.now();
    const outcome = await this.templates.publish(caller, integrationKey, template);
    const status = outcome.error ? 'failed' : 'success';
    const { id, createdAt } = await this.jobs.insertEnded(
      { ...caller, kind: 'deployment', integrationKey, functionType, functionName },
      {
        status,
        resultSealed: this.payloads.sealOutcome(outcome),
        durationMs: Math.round(performance.now() - startedAt),
      },
    );
    return { id, status, created_at: createdAt.toISOString() };
  }

  /** An action beside a sync of the same name could not be told from it where callers name no type. */
  private async expectUnambiguous(integrationId: number, name: string, type: 'sync' | 'action'): Promise<void> {
    const published = await this.functions.listPublished([integrationId]);
    const other = published.find((entry) => entry.name === name && entry.type !== type && entry.type !== 'on-event');
    if (!other) return;
    throw new AppError('ambiguous_function', `There is a ${other.type} "${name}" already: choose another name.`, {
      payload: { matches: [{ type: other.type, name }] },
    });
  }
}

const view = (row: FunctionJobRow, { error }: FunctionJobOutcome) => ({
  id: row.id,
  status: functionJobStatusSchema.parse(row.status),
  integration_id: row.integrationKey,
  function_type: row.functionType,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...(row.startedAt && { started_at: row.startedAt.toISOString() }),
  ...(row.startedAt &&
    row.completedAt && {
      completed_at: row.completedAt.toISOString(),
      duration_ms: row.completedAt.getTime() - row.startedAt.getTime(),
    }),
  ...(error && { error }),
});
