import { Controller, Get, Param } from '@nestjs/common';
import type { ScriptResponse } from '@svc/contracts';
import { FunctionRegistry, type RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import { CurrentRun } from './current-run.decorator.js';

/** Scripts by hash. Their content never changes, so runners keep them. */
@Controller('run/scripts')
export class RunScriptsController {
  constructor(private readonly functions: FunctionRegistry) {}

  @Get(':hash')
  async get(@CurrentRun() { environmentId }: RunClaims, @Param('hash') hash: string): Promise<ScriptResponse> {
    const script = await this.functions.getScript({ environmentId, hash });
    if (!script) throw new AppError('not_found', `The environment of this run has no script with hash ${hash}.`);
    return script;
  }
}
