import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  createDryRunBodySchema,
  functionJobParamsSchema,
  type AcceptedFunctionJob,
  type CreateDryRunBody,
  type DryRun,
} from '@svc/contracts';
import { FunctionJobs, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Runs functions against a real connection without keeping what they write (wire contract, section 11). */
@Controller('functions/dryruns')
@EnvironmentAccess('environment:functions:dryrun')
export class DryRunsController {
  constructor(private readonly jobs: FunctionJobs) {}

  @Post()
  @HttpCode(202)
  create(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: createDryRunBodySchema }) body: CreateDryRunBody,
  ): Promise<AcceptedFunctionJob> {
    return this.jobs.requestDryRun(caller, body);
  }

  @Get(':id')
  get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionJobParamsSchema }) { id }: { id: string },
  ): Promise<DryRun> {
    return this.jobs.getDryRun(environmentId, id);
  }
}
