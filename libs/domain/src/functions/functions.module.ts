import { Module } from '@nestjs/common';
import { FunctionReader } from './function-reader.service.js';
import { FunctionRegistry } from './function-registry.service.js';

/** Deployed functions: what is published. How they get there is the business of deploys. */
@Module({ providers: [FunctionRegistry, FunctionReader], exports: [FunctionRegistry, FunctionReader] })
export class FunctionsModule {}
