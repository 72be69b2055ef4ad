import { Injectable } from '@nestjs/common';
import type { FunctionEvent, RunFailure } from '@svc/contracts';
import {
  Database,
  FunctionInvocationRepository,
  type InvocationAttempt,
  type InvocationEnd,
  type NewInvocation,
  type PublishedFunction,
} from '@svc/database';
import { keepTrying } from '../core/keep-trying.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { failureLine } from '../runs/failure-line.js';
import { failureOf } from '../runs/failure-of.js';
import { RunnerClient } from '../runs/runner-client.service.js';
import { RunRequests } from '../runs/run-requests.service.js';

const TOKEN_MARGIN_MS = 60_000;
/** An on-event function returns nothing. */
const OUTPUT_BYTES = 1_024;

/** The connection that a function runs for. */
export interface LifecycleSubject {
  readonly environmentId: number;
  readonly integrationId: number;
  readonly providerConfigKey: string;
  /** Internal id. */
  readonly connectionId: number;
  /** The connection's id as customers know it. */
  readonly connectionKey: string;
}

/** A run that ends, or one attempt of it. */
export type EndingRun = Pick<InvocationAttempt, 'id' | 'attempt' | 'operationId'>;

/** Runs on-event functions, with their log and the record of how they ended. */
@Injectable()
export class LifecycleRuns {
  private readonly invocations: FunctionInvocationRepository;

  constructor(
    database: Database,
    private readonly requests: RunRequests,
    private readonly runner: RunnerClient,
    private readonly log: OperationLog,
  ) {
    this.invocations = new FunctionInvocationRepository(database);
  }

  /** Begins the operation of a run, and says what its row is to hold. */
  plan(subject: LifecycleSubject, { name, versionId }: PublishedFunction, event: FunctionEvent): NewInvocation {
    const operationId = this.begin(subject, name, event);
    const { environmentId, connectionId } = subject;
    return { environmentId, connectionId, functionVersionId: versionId, functionName: name, event, operationId };
  }

  /**
   * Runs a function that somebody waits for, once, for `waitMs` at most.
   * @returns why it failed; undefined when it did not.
   */
  async call(planned: NewInvocation, waitMs: number): Promise<RunFailure | undefined> {
    const attempt = await this.invocations.open(planned);
    const failure = await this.attempt(attempt, waitMs, AbortSignal.timeout(waitMs + TOKEN_MARGIN_MS));
    await this.end(attempt, failure ? failed(failure) : SUCCEEDED);
    return failure;
  }

  /** Makes one attempt, and logs why it failed. Ending the run is the caller's. */
  async attempt(attempt: InvocationAttempt, wallTimeMs: number, signal: AbortSignal): Promise<RunFailure | undefined> {
    const request = this.requests.of({
      ...attempt,
      runId: attempt.id,
      kind: 'on-event',
      epoch: attempt.attempt,
      limits: { wallTimeMs, outputBytes: OUTPUT_BYTES },
      tokenMarginMs: TOKEN_MARGIN_MS,
    });
    const failure = failureOf(await this.runner.run(request, { signal }));
    if (failure) this.log.log(attempt.operationId, failureLine(failure));
    return failure;
  }

  /** Notes that the function of a run wants to come again. False when that attempt is over. */
  async noteAgain(runId: string, attempt: number, at: Date): Promise<boolean> {
    return await this.invocations.noteAgain(runId, attempt, at);
  }

  /**
   * A run that succeeded comes again where its function asked for it, with an operation of its own in the log.
   * @returns milliseconds until then.
   */
  async comeAgain(run: InvocationAttempt): Promise<number | undefined> {
    const { id, attempt, operationId, functionName, event } = run;
    if (!(await keepTrying(() => this.invocations.wantsAgain(id, attempt)))) return undefined;
    const next = this.begin(run, functionName, event);
    const dueInMs = await keepTrying(() => this.invocations.comeAgain(id, attempt, next));
    this.log.finish(operationId, { status: 'success' });
    return dueInMs;
  }

  /** Ends a run, in its row and in its log. */
  async end({ id, attempt, operationId }: EndingRun, end: InvocationEnd): Promise<void> {
    if (!(await keepTrying(() => this.invocations.finish(id, attempt, end)))) return;
    const status = end.status === 'skipped' ? 'cancelled' : 'failed';
    this.log.finish(operationId, end.error ? { status, error: end.error } : { status: 'success' });
  }

  private begin(subject: LifecycleSubject, functionName: string, event: string): string {
    const { environmentId, integrationId, providerConfigKey, connectionId, connectionKey } = subject;
    const of = { environmentId, integrationId, providerConfigKey, connectionId, connectionKey };
    return this.log.start({ ...of, type: 'on-event', action: event, functionName }).id;
  }
}

export const SUCCEEDED: InvocationEnd = { status: 'succeeded', error: null };

export const failed = ({ type, message }: RunFailure): InvocationEnd => ({
  status: 'failed',
  error: { code: type, message },
});
