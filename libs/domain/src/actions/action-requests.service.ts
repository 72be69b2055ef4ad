import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunRequest } from '@svc/contracts';
import type { RunSubject } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { RunRequests } from '../runs/run-requests.service.js';

/** Largest output of an action (specification, "Limits"). */
const OUTPUT_BYTES = 10 * 1024 * 1024;
const TOKEN_MARGIN_MS = 60_000;

/** One run of an action. */
export interface ActionRun extends RunSubject {
  readonly runId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly operationId: string;
  readonly actionName: string;
  readonly input: unknown;
  /** Functions that wait for the action, outermost first. */
  readonly callers?: readonly string[] | undefined;
}

/** What the runner is asked to do for an action. */
@Injectable()
export class ActionRequests {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly requests: RunRequests,
  ) {}

  requestOf(run: ActionRun): RunRequest {
    return this.requests.of({
      ...run,
      kind: 'action',
      functionName: run.actionName,
      epoch: run.attempt,
      limits: { wallTimeMs: this.config.action.maxRunMs, outputBytes: OUTPUT_BYTES },
      tokenMarginMs: TOKEN_MARGIN_MS,
    });
  }
}
