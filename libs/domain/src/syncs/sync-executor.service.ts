import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunRequest } from '@svc/contracts';
import type { SliceOutcome } from '@svc/contracts/workflows';
import type { SliceExecution, SliceStart } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { keepTrying } from '../core/keep-trying.js';
import { RunConnections } from '../runs/run-connections.service.js';
import { RunTokens } from '../runs/run-tokens.service.js';
import { RunnerClient } from '../runs/runner-client.service.js';
import { SyncSlices } from './sync-slices.service.js';

/** A token outlives its slice by this, for the last calls of a function that is being ended. */
const TOKEN_MARGIN_MS = 600_000;
/** A sync returns nothing; what it does return is dropped. */
const OUTPUT_BYTES = 1_048_576;

/** Executes one slice of a sync on the runner. */
@Injectable()
export class SyncExecutor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly slices: SyncSlices,
    private readonly tokens: RunTokens,
    private readonly connections: RunConnections,
    private readonly runner: RunnerClient,
  ) {}

  /**
   * Begins a new attempt and waits for its end.
   * @throws {AppError} `script_aborted` when `signal` was aborted; the slot is free again then.
   */
  async runSlice(runId: string, execution: SliceExecution, signal: AbortSignal): Promise<SliceOutcome> {
    const beginning = await this.slices.begin(runId, execution);
    if (!beginning.begun) return beginning.outcome;
    const { start } = beginning;
    try {
      const result = await this.runner.run(this.requestOf(start), { signal });
      // Lost, it would have the function executed again, possibly from a checkpoint that it has cleared.
      return await keepTrying(() => this.slices.settle(start, result));
    } catch (error) {
      if (signal.aborted) await this.slices.abandon(start);
      throw error;
    }
  }

  private requestOf(start: SliceStart): RunRequest {
    const { runner, sync, logs } = this.config;
    const { runId, name, variant } = start;
    return {
      runId,
      token: this.tokenOf(start),
      environmentId: start.environmentId,
      environmentName: start.environmentName,
      function: { kind: 'sync', name, versionId: start.versionId, scriptHash: start.scriptHash },
      connection: this.connections.of(start),
      sync: { name, variant, models: start.definition.models, lastSyncDate: start.lastSyncDate?.toISOString() ?? null },
      limits: {
        wallTimeMs: sync.maxRunMs,
        cpuTimeMs: runner.limits.maxCpuTimeMs,
        memoryMb: runner.limits.isolateMemoryMib,
        sliceMs: sync.sliceMs,
        outputBytes: OUTPUT_BYTES,
      },
      logLevel: logs.functionLevel,
    };
  }

  private tokenOf(start: SliceStart): string {
    const {
      runId,
      epoch,
      environmentId,
      integrationId,
      providerConfigKey,
      connectionId,
      connectionKey,
      operationId,
      syncId,
      name,
      variant,
    } = start;
    return this.tokens.sign(
      {
        runId,
        kind: 'sync',
        epoch,
        environmentId,
        integrationId,
        providerConfigKey,
        connectionId,
        connectionKey,
        functionName: name,
        syncId,
        syncName: name,
        variant,
        operationId,
      },
      this.config.sync.maxRunMs + TOKEN_MARGIN_MS,
    );
  }
}
