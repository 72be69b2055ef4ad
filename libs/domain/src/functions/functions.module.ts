import { Module } from '@nestjs/common';
import { FunctionRegistry } from './function-registry.service.js';

/** Deployed functions: what is published, and how it gets there. */
@Module({ providers: [FunctionRegistry], exports: [FunctionRegistry] })
export class FunctionsModule {}
