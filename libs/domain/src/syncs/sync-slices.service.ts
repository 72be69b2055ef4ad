import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunFailure, RunResult } from '@svc/contracts';
import type { SliceOutcome } from '@svc/contracts/workflows';
import { Database, SyncSliceRepository, SyncSlotRepository, type SliceExecution, type SliceStart } from '@svc/database';
import { redactValue, storableText } from '@svc/observability';
import { CONFIG } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { classifyRunFailure } from '../runs/classify-run-failure.js';
import { sliceOutcomeSchema } from './slice-outcome.js';

/** Wait of a run that found no free slot; spread, so that waiting runs do not come back together. */
const SLOT_WAIT_MS = 2_000;
const SLOT_WAIT_SPREAD_MS = 3_000;
/** The more runs of a customer wait, the less often each asks: asking must not keep Temporal from starting what others need. */
const WAIT_FOR_EACH_MS = 150;
const LONGEST_SLOT_WAIT_MS = 120_000;
const LONGEST_ERROR_TEXT = 8_000;

/** What became of the attempt to begin a slice. */
export type SliceBeginning =
  { readonly begun: true; readonly start: SliceStart } | { readonly begun: false; readonly outcome: SliceOutcome };

/** Slices of runs. Beginning one makes its attempt the only one that may write. */
@Injectable()
export class SyncSlices {
  private readonly slices: SyncSliceRepository;
  private readonly slots = new SyncSlotRepository();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly operations: OperationLog,
  ) {
    this.slices = new SyncSliceRepository(database);
  }

  async begin(runId: string, execution: SliceExecution): Promise<SliceBeginning> {
    const known = await this.slices.findOutcome(runId, execution);
    if (known) return { begun: false, outcome: sliceOutcomeSchema.parse(known) };
    const { customerTag, sync } = this.config;
    return await this.database.transaction(async (tx): Promise<SliceBeginning> => {
      const slot = await this.slots.ask(runId, sync.slots, customerTag, tx);
      if (!slot.isFree) return { begun: false, outcome: { outcome: 'no-slot', retryAfterMs: waitMs(slot.waiting) } };
      const start = await this.slices.begin(runId, execution, tx);
      return start ? { begun: true, start } : { begun: false, outcome: { outcome: 'superseded' } };
    });
  }

  /** Ends the attempt and says what it came to. What a person wants to know is kept in the run's row, not in the answer. */
  async settle(start: SliceStart, result: RunResult): Promise<SliceOutcome> {
    if (result.outcome === 'superseded') return result;
    const failure = result.outcome === 'failed' ? result.error : undefined;
    const outcome = await this.outcomeOf(start, result);
    const isOwner = await this.slices.leave(start, {
      outcome,
      reason: failure && reasonOf(failure),
      error: failure && errorOf(failure),
    });
    if (!isOwner) return { outcome: 'superseded' };
    if (failure) this.logFailure(start, failure);
    return outcome;
  }

  /** Gives the slot back without a result, because the worker stops. */
  async abandon(start: SliceStart): Promise<void> {
    await this.slices.leave(start, {});
  }

  private async outcomeOf(
    start: SliceStart,
    result: Exclude<RunResult, { outcome: 'superseded' }>,
  ): Promise<SliceOutcome> {
    if (result.outcome === 'completed') return { outcome: 'completed' };
    const progressed = await this.slices.hasMoved(start.runId, start.checkpoint);
    if (result.outcome === 'sliced') return { outcome: 'sliced', progressed };
    const { retryAfterMs } = result.error;
    return {
      outcome: 'failed',
      errorClass: classifyRunFailure(result.error),
      progressed,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }

  private logFailure(
    { operationId }: SliceStart,
    { message, name, type, location, codeFrame, upstream }: RunFailure,
  ): void {
    const payload = { type, name, location, codeFrame, upstreamStatus: upstream?.status };
    this.operations.log(operationId, { level: 'error', message, payload });
  }
}

const waitMs = (waiting: number): number =>
  Math.min(LONGEST_SLOT_WAIT_MS, Math.max(SLOT_WAIT_MS, waiting * WAIT_FOR_EACH_MS)) +
  Math.round(Math.random() * SLOT_WAIT_SPREAD_MS);

const reasonOf = (failure: RunFailure): string => classifyRunFailure(failure).replaceAll('-', '_');

/** What the run's row keeps of a failure: what a person needs to find it, bounded, without bodies of the provider. */
const errorOf = ({
  type,
  name,
  message,
  location,
  codeFrame,
  stack,
  issues,
  upstream,
}: RunFailure): Record<string, unknown> => ({
  type,
  name: storableText(name, LONGEST_ERROR_TEXT),
  message: storableText(message, LONGEST_ERROR_TEXT),
  ...(location && { location: redactValue(location) }),
  ...(codeFrame !== undefined && { codeFrame: storableText(codeFrame, LONGEST_ERROR_TEXT) }),
  ...(stack !== undefined && { stack: storableText(stack, LONGEST_ERROR_TEXT) }),
  ...(issues && { issues: redactValue(issues.slice(0, 20)) }),
  ...(upstream && { upstreamStatus: upstream.status }),
});
