import { Inject, Injectable } from '@nestjs/common';
import { Database, FunctionJobRepository, type ClaimedFunctionJob } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';
import { DeploymentExecutor } from './deployment-executor.service.js';
import { DryRunExecutor } from './dry-run-executor.service.js';
import { failureOutcome, FunctionJobPayloads, type FunctionJobOutcome } from './function-job-payloads.service.js';

/** The job of a process that died is taken over after this long. */
const LEASE_MS = 20_000;
const EXTEND_EVERY_MS = 5_000;
/** A job that ends its process each time must not do so forever. */
const MAX_ATTEMPTS = 3;

/** Does what the API was asked for: dry runs and deployments, one a call. */
@Injectable()
export class FunctionJobRunner {
  private readonly jobs: FunctionJobRepository;

  constructor(
    database: Database,
    private readonly dryRuns: DryRunExecutor,
    private readonly deployments: DeploymentExecutor,
    private readonly payloads: FunctionJobPayloads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.jobs = new FunctionJobRepository(database);
  }

  /** Takes the next job and does it; false when there is none. */
  async runNext(): Promise<boolean> {
    const job = await this.jobs.claim(LEASE_MS);
    if (!job) return false;
    const timer = setInterval(
      () =>
        void this.jobs
          .extendLease(job, LEASE_MS)
          .catch((error: unknown) => this.logger.warn({ err: error }, 'The lease of a function job was not extended.')),
      EXTEND_EVERY_MS,
    );
    try {
      const outcome = await this.outcomeOf(job);
      await this.jobs.finish(job, outcome.error ? 'failed' : 'success', this.payloads.sealOutcome(outcome));
    } finally {
      clearInterval(timer);
    }
    return true;
  }

  private async outcomeOf(job: ClaimedFunctionJob): Promise<FunctionJobOutcome> {
    try {
      if (isLost(job)) throw new AppError(errorCodeOf(job), LOST);
      return await (job.kind === 'dryrun' ? this.dryRuns.execute(job) : this.deployments.execute(job));
    } catch (error) {
      if (error instanceof AppError) return failureOutcome(error);
      this.logger.error({ err: error, job: job.id }, 'A function job failed inside the gateway.');
      return failureOutcome(new AppError('server_error', 'The job failed inside the gateway. Ask for it again.'));
    }
  }
}

const LOST = 'The process that ran it died. It may have had effects; it was not run a second time.';

/** A deployment is all or nothing; what a dry run did already, by calls or by actions that it triggered, nobody knows. */
const isLost = ({ attempt, kind }: ClaimedFunctionJob): boolean =>
  attempt > MAX_ATTEMPTS || (attempt > 1 && kind === 'dryrun');

const errorCodeOf = ({ kind }: ClaimedFunctionJob) => (kind === 'dryrun' ? 'dryrun_error' : 'deployment_error');
