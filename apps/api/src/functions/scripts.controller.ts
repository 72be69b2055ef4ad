import { Controller, Get, Query } from '@nestjs/common';
import { scriptsConfigQuerySchema, type OpenAiTools, type ScriptsConfig } from '@svc/contracts';
import { FunctionReader, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** All deployed functions at once (wire contract, section 11). */
@Controller('scripts')
export class ScriptsController {
  constructor(private readonly functions: FunctionReader) {}

  @Get('config')
  @EnvironmentAccess('environment:integrations:list_functions')
  config(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: scriptsConfigQuerySchema }) { format }: { format: 'nango' | 'openai' },
  ): Promise<ScriptsConfig | OpenAiTools> {
    const { functions } = this;
    return format === 'openai' ? functions.openAiTools(environmentId) : functions.scriptsConfig(environmentId);
  }
}
