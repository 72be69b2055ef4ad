import { Controller, Get, Query } from '@nestjs/common';
import {
  getIntegrationQuerySchema,
  type EnvironmentVariable,
  type GetIntegrationQuery,
  type Integration,
} from '@svc/contracts';
import { EnvironmentVariablesService, IntegrationReader, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';
import { RunSubjects } from './run-subjects.service.js';

/** What a function reads of its environment. */
@Controller('run')
export class RunEnvironmentController {
  constructor(
    private readonly subjects: RunSubjects,
    private readonly integrations: IntegrationReader,
    private readonly variables: EnvironmentVariablesService,
  ) {}

  @Get('integration')
  async integration(
    @CurrentRun() run: RunClaims,
    @Query({ schema: getIntegrationQuerySchema }) { include }: GetIntegrationQuery,
  ): Promise<{ data: Integration }> {
    return { data: await this.integrations.get(await this.subjects.callerOf(run), run.providerConfigKey, include) };
  }

  @Get('environment-variables')
  async environmentVariables(@CurrentRun() { environmentId }: RunClaims): Promise<EnvironmentVariable[]> {
    return await this.variables.list(environmentId);
  }
}
