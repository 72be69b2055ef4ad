import { Module } from '@nestjs/common';
import { RunTokens } from './run-tokens.service.js';
import { RunnerClient } from './runner-client.service.js';

/** How a function is started, and how it proves who it is. */
@Module({ providers: [RunTokens, RunnerClient], exports: [RunTokens, RunnerClient] })
export class RunsModule {}
