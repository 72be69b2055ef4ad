import { Injectable } from '@nestjs/common';
import {
  createDryRunBodySchema,
  parseMoment,
  type CreateDryRunBody,
  type RunFailure,
  type RunRequest,
} from '@svc/contracts';
import { Database, RunEnvironmentRepository, type ClaimedFunctionJob } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { DryRunTools } from './dry-run-tools.service.js';
import { DryRunStore, type DryRunWrite } from './dry-run-store.service.js';
import { expectKind, type CompiledSource } from './function-compiler.service.js';
import { failureOutcome, type FunctionJobOutcome } from './function-job-payloads.service.js';

const MAX_RUN_MS = 300_000;
const OUTPUT_BYTES = 10 * 1024 * 1024;
const TOKEN_MARGIN_MS = 60_000;

/** Runs functions against real connections, with nothing of what they write being stored. */
@Injectable()
export class DryRunExecutor {
  private readonly environments: RunEnvironmentRepository;

  constructor(
    database: Database,
    private readonly tools: DryRunTools,
    private readonly connections: ConnectionLookup,
    private readonly store: DryRunStore,
    private readonly operations: OperationLog,
  ) {
    this.environments = new RunEnvironmentRepository(database);
  }

  async execute(job: ClaimedFunctionJob): Promise<FunctionJobOutcome> {
    const body = this.tools.payloads.openRequest(job.requestSealed, createDryRunBodySchema);
    const { environmentId } = job;
    const environment = await this.environments.find(environmentId);
    const { integration_id: providerConfigKey, connection_id: connectionId } = body;
    const { integration, connection } = await this.connections.find({ environmentId, providerConfigKey, connectionId });
    if (!environment || !integration || !connection)
      throw new AppError('connection_not_found', `The connection "${connectionId}" was deleted before the run.`);
    const subject = { environmentId, environmentName: environment.name };
    const compiled = await this.tools.compiler.compile(subject, body.code, fileOf(body));
    expectKind(compiled, body.function_type);
    await this.store.begin(job.id, givenTo(body));
    const operation = this.operations.start({
      environmentId,
      type: 'dryrun',
      integrationId: integration.id,
      providerConfigKey,
      connectionId: connection.id,
      connectionKey: connectionId,
    });
    const request = this.tools.requests.of({
      ...subject,
      ...runOf(body, compiled),
      runId: job.id,
      epoch: job.attempt,
      integrationId: integration.id,
      providerConfigKey,
      provider: integration.provider,
      connectionId: connection.id,
      connectionKey: connectionId,
      operationId: operation.id,
      isDryRun: true,
      limits: { wallTimeMs: MAX_RUN_MS, outputBytes: OUTPUT_BYTES },
      tokenMarginMs: TOKEN_MARGIN_MS,
    });
    return await this.run(job, operation.id, { ...request, logLevel: 'debug' });
  }

  private async run({ id }: ClaimedFunctionJob, operationId: string, request: RunRequest): Promise<FunctionJobOutcome> {
    const ended = await this.tools.runner.run(request);
    const result = await this.store.resultOf(id);
    if (ended.outcome === 'completed') {
      this.operations.finish(operationId, { status: 'success' });
      return { result, ...(ended.output !== undefined && { output: ended.output }) };
    }
    const error = ended.outcome === 'failed' ? dryRunError(ended.error) : LOST();
    this.operations.finish(operationId, { status: 'failed', error: { code: error.code, message: error.message } });
    return { ...failureOutcome(error), result };
  }
}

const LOST = () => new AppError('dryrun_error', 'The run was taken over by another process.');

const fileOf = ({ integration_id: key, function_type: type }: CreateDryRunBody): string =>
  `${key}/${type}s/function.ts`;

const givenTo = ({ metadata, checkpoint }: CreateDryRunBody): DryRunWrite[] => [
  ...(metadata ? [{ kind: 'given_metadata', data: metadata } as const] : []),
  ...(checkpoint ? [{ kind: 'given_checkpoint', data: checkpoint } as const] : []),
];

function runOf(body: CreateDryRunBody, { js, map, hash, descriptor }: CompiledSource) {
  const name = 'dryrun';
  const lastSyncDate = parseMoment(body.last_sync_date)?.toISOString() ?? null;
  const models = descriptor.type === 'sync' ? Object.keys(descriptor.models) : [];
  return {
    kind: body.function_type,
    functionName: name,
    versionId: hash,
    scriptHash: hash,
    script: { code: js, sourceMap: map },
    ...(body.input !== undefined && { input: body.input }),
    ...(body.function_type === 'sync' && { sync: { name, variant: 'base', models, lastSyncDate } }),
  };
}

function dryRunError({
  type,
  name,
  message,
  location,
  codeFrame,
  stack,
  issues,
  upstream,
  payload,
}: RunFailure): AppError {
  if (type === 'platform') return new AppError('execution_environment_unavailable', message);
  if (type === 'wall_time_exceeded' || type === 'cpu_time_exceeded') return new AppError('timeout', message);
  const details = { type, name, location, code_frame: codeFrame, stacktrace: stack, payload };
  return new AppError('dryrun_error', message, {
    payload: JSON.parse(JSON.stringify(details)),
    ...(issues && { errors: issues }),
    ...(upstream && { upstream }),
  });
}
