import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunRequest } from '@svc/contracts';
import type { SliceOutcome } from '@svc/contracts/workflows';
import type { SliceExecution, SliceStart } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { keepTrying } from '../core/keep-trying.js';
import { RunRequests } from '../runs/run-requests.service.js';
import { RunnerClient } from '../runs/runner-client.service.js';
import { SyncSlices } from './sync-slices.service.js';

const TOKEN_MARGIN_MS = 600_000;
/** A sync returns nothing; what it does return is dropped. */
const OUTPUT_BYTES = 1_048_576;

/** Executes one slice of a sync on the runner. */
@Injectable()
export class SyncExecutor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly slices: SyncSlices,
    private readonly requests: RunRequests,
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
    const { maxRunMs, sliceMs } = this.config.sync;
    const { name, variant, definition, lastSyncDate, window } = start;
    return this.requests.of({
      ...start,
      kind: 'sync',
      functionName: name,
      sync: {
        name,
        variant,
        models: definition.models,
        lastSyncDate: lastSyncDate?.toISOString() ?? null,
        ...(window && { window }),
      },
      limits: { wallTimeMs: maxRunMs, sliceMs, outputBytes: OUTPUT_BYTES },
      tokenMarginMs: TOKEN_MARGIN_MS,
    });
  }
}
