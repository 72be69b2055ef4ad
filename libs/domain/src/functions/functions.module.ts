import { Module } from '@nestjs/common';
import { DeclaredEndpoints } from './declared-endpoints.service.js';
import { FunctionReader } from './function-reader.service.js';
import { FunctionRegistry } from './function-registry.service.js';

/** Deployed functions: what is published. How they get there is the business of deploys. */
@Module({
  providers: [DeclaredEndpoints, FunctionRegistry, FunctionReader],
  exports: [DeclaredEndpoints, FunctionRegistry, FunctionReader],
})
export class FunctionsModule {}
