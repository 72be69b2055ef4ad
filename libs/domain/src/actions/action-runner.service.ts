import { Injectable } from '@nestjs/common';
import { RunnerClient, type JsonRunResult } from '../runs/runner-client.service.js';
import { ActionRequests, type ActionRun } from './action-requests.service.js';

/** Has the runner run actions. */
@Injectable()
export class ActionRunner {
  constructor(
    private readonly requests: ActionRequests,
    private readonly runner: RunnerClient,
  ) {}

  /** @throws {AppError} `script_aborted` when `signal` was aborted; the runner stops the function then. */
  async run(run: ActionRun, signal: AbortSignal): Promise<JsonRunResult> {
    return await this.runner.runToJson(this.requests.requestOf(run), { signal });
  }
}
