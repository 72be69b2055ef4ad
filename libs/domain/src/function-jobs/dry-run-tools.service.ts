import { Injectable } from '@nestjs/common';
import { RunRequests } from '../runs/run-requests.service.js';
import { RunnerClient } from '../runs/runner-client.service.js';
import { FunctionCompiler } from './function-compiler.service.js';
import { FunctionJobPayloads } from './function-job-payloads.service.js';

/** What a dry run is made with. */
@Injectable()
export class DryRunTools {
  constructor(
    readonly payloads: FunctionJobPayloads,
    readonly compiler: FunctionCompiler,
    readonly requests: RunRequests,
    readonly runner: RunnerClient,
  ) {}
}
