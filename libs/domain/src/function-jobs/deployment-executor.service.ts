import { Injectable } from '@nestjs/common';
import { toFlows } from '@svc/compile';
import { deployFunctionBodySchema, deployRequestSchema, type DeployFunctionBody } from '@svc/contracts';
import { Database, RunEnvironmentRepository, type ClaimedFunctionJob } from '@svc/database';
import { AppError } from '@svc/errors';
import type { WantedDeploy } from '../deploy/deploy.service.js';
import { expectKind, FunctionCompiler, type CompiledSource } from './function-compiler.service.js';
import { FunctionJobPayloads, type FunctionJobOutcome } from './function-job-payloads.service.js';
import { FunctionPublisher } from './function-publisher.service.js';

/** Compiles and publishes single functions that came through the API. */
@Injectable()
export class DeploymentExecutor {
  private readonly environments: RunEnvironmentRepository;

  constructor(
    database: Database,
    private readonly payloads: FunctionJobPayloads,
    private readonly compiler: FunctionCompiler,
    private readonly publisher: FunctionPublisher,
  ) {
    this.environments = new RunEnvironmentRepository(database);
  }

  async execute(job: ClaimedFunctionJob): Promise<FunctionJobOutcome> {
    const body = this.payloads.openRequest(job.requestSealed, deployFunctionBodySchema);
    const { environmentId, keyId } = job;
    const environment = await this.environments.find(environmentId);
    if (!environment) throw new AppError('deployment_error', 'The environment was deleted.');
    const file = `${body.integration_id}/${body.function_type}s/${body.function_name}.ts`;
    const compiled = await this.compiler.compile({ environmentId, environmentName: environment.name }, body.code, file);
    expectKind(compiled, body.function_type);
    const caller = { environmentId, keyId, mayLoseRecords: body.allow_destructive };
    return await this.publisher.publish(requestOf(body, compiled), caller);
  }
}

function requestOf(body: DeployFunctionBody, { js, map, descriptor }: CompiledSource): WantedDeploy {
  const { integration_id: integration, function_type: kind, function_name: name, code: ts, version } = body;
  const parsed = deployRequestSchema.safeParse({
    flowConfigs: toFlows({ integration, kind, name, js, map, ts, descriptor }, version),
    reconcile: false,
    debug: false,
    deployMode: 'single',
    source: 'standalone',
  });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ code, message, path }) => ({
    code,
    message,
    path: path.slice(2).map(String),
  }));
  throw new AppError('validation_error', `The definition has ${errors[0]?.path.join('.')}: ${errors[0]?.message}`, {
    errors,
  });
}
