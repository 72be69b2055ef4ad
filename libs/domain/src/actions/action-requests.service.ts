import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunRequest } from '@svc/contracts';
import { CONFIG } from '../core/core.tokens.js';
import { RunConnections } from '../runs/run-connections.service.js';
import { RunTokens } from '../runs/run-tokens.service.js';

/** Largest output of an action (specification, "Limits"). */
const OUTPUT_BYTES = 10 * 1024 * 1024;
/** A token outlives its run by this, for the last calls of a function that is being ended. */
const TOKEN_MARGIN_MS = 60_000;

/** One run of an action. */
export interface ActionRun {
  readonly runId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly operationId: string;
  readonly environmentId: number;
  readonly environmentName: string;
  readonly integrationId: number;
  readonly providerConfigKey: string;
  readonly provider: string;
  /** Internal id. */
  readonly connectionId: number;
  readonly connectionKey: string;
  readonly actionName: string;
  readonly versionId: string;
  readonly scriptHash: string;
  readonly input: unknown;
}

/** What the runner is asked to do. */
@Injectable()
export class ActionRequests {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: RunTokens,
    private readonly connections: RunConnections,
  ) {}

  requestOf(run: ActionRun): RunRequest {
    const { runner, action, logs } = this.config;
    return {
      runId: run.runId,
      token: this.tokenOf(run),
      environmentId: run.environmentId,
      environmentName: run.environmentName,
      function: { kind: 'action', name: run.actionName, versionId: run.versionId, scriptHash: run.scriptHash },
      connection: this.connections.of(run),
      ...(run.input !== undefined && { input: run.input }),
      limits: {
        wallTimeMs: action.maxRunMs,
        cpuTimeMs: runner.limits.maxCpuTimeMs,
        memoryMb: runner.limits.isolateMemoryMib,
        outputBytes: OUTPUT_BYTES,
      },
      logLevel: logs.functionLevel,
    };
  }

  private tokenOf({
    runId,
    attempt,
    environmentId,
    integrationId,
    providerConfigKey,
    connectionId,
    connectionKey,
    actionName,
    operationId,
  }: ActionRun): string {
    return this.tokens.sign(
      {
        runId,
        kind: 'action',
        epoch: attempt,
        environmentId,
        integrationId,
        providerConfigKey,
        connectionId,
        connectionKey,
        functionName: actionName,
        operationId,
      },
      this.config.action.maxRunMs + TOKEN_MARGIN_MS,
    );
  }
}
