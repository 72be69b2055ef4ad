import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { compileFunctionBodySchema, type CompiledFunctionAnswer, type CompileFunctionBody } from '@svc/contracts';
import { FunctionCompiler, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Compiles a function that comes as text (wire contract, section 11). Nothing is kept. */
@Controller('functions/compile')
export class CompileController {
  constructor(private readonly compiler: FunctionCompiler) {}

  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:functions:compile')
  async compile(
    @CurrentEnvironment() { environmentId, environmentName }: EnvironmentCaller,
    @Body({ schema: compileFunctionBodySchema }) { code }: CompileFunctionBody,
  ): Promise<CompiledFunctionAnswer> {
    const { js } = await this.compiler.compile({ environmentId, environmentName }, code);
    return { bundle_size_bytes: Buffer.byteLength(js), bundled_js: js, compiled_at: new Date().toISOString() };
  }
}
