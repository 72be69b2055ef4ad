import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { FunctionKind, RunLimits, RunRequest } from '@svc/contracts';
import type { RunSubject } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { RunConnections } from './run-connections.service.js';
import { RunTokens } from './run-tokens.service.js';

/** A run that is about to be asked for. */
export interface PlannedRun extends RunSubject {
  readonly runId: string;
  readonly kind: FunctionKind;
  readonly functionName: string;
  /** Number of the attempt; what an older one writes is refused. */
  readonly epoch: number;
  readonly operationId: string;
  /** Functions that wait for this one, outermost first. */
  readonly callers?: readonly string[] | undefined;
  readonly input?: unknown;
  /** The sync's handler of webhooks runs, with `input` as the payload. */
  readonly isWebhook?: boolean;
  readonly syncId?: string;
  readonly sync?: RunRequest['sync'];
  /** Where the script is not published. */
  readonly script?: RunRequest['script'];
  readonly isDryRun?: boolean;
  readonly limits: Pick<RunLimits, 'wallTimeMs' | 'sliceMs' | 'outputBytes'>;
  /** The token outlives the run by this, for the last calls of a function that is being ended. */
  readonly tokenMarginMs: number;
}

/** What the runner is asked to do. */
@Injectable()
export class RunRequests {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: RunTokens,
    private readonly connections: RunConnections,
  ) {}

  of(run: PlannedRun): RunRequest {
    const { runner, logs } = this.config;
    const { runId, environmentId, environmentName, kind, functionName: name, versionId, scriptHash, input, sync } = run;
    return {
      runId,
      token: this.tokenOf(run),
      environmentId,
      environmentName,
      function: { kind, name, versionId, scriptHash },
      connection: this.connections.of(run),
      ...(run.callers && { depth: run.callers.length }),
      ...(input !== undefined && { input }),
      ...(sync && { sync }),
      ...(run.script && { script: run.script }),
      ...(run.isWebhook && { purpose: 'webhook' as const }),
      limits: { ...run.limits, cpuTimeMs: runner.limits.maxCpuTimeMs, memoryMb: runner.limits.isolateMemoryMib },
      logLevel: logs.functionLevel,
    };
  }

  private tokenOf({ sync, limits, tokenMarginMs, ...run }: PlannedRun): string {
    const { runId, kind, epoch, functionName, operationId, syncId, isWebhook } = run;
    const callers = run.callers && { callers: [...run.callers] };
    const { environmentId, integrationId, providerConfigKey, connectionId, connectionKey } = run;
    const isWindow = sync?.window !== undefined;
    const ofSync = sync && {
      syncId,
      syncName: sync.name,
      variant: sync.variant,
      isWindow,
      ...(isWebhook && { isWebhook }),
    };
    const subject = { environmentId, integrationId, providerConfigKey, connectionId, connectionKey };
    return this.tokens.sign(
      {
        runId,
        kind,
        epoch,
        functionName,
        operationId,
        ...callers,
        ...subject,
        ...ofSync,
        ...(run.isDryRun && { isDryRun: true }),
      },
      limits.wallTimeMs + tokenMarginMs,
    );
  }
}
