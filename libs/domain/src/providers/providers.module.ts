import { Module } from '@nestjs/common';
import { CustomProviders } from './custom-providers.service.js';
import { FunctionTemplateLookup } from './function-template-lookup.service.js';

/** Providers that environments define for themselves, and ready-made functions. Looking providers up is the core module's. */
@Module({
  providers: [CustomProviders, FunctionTemplateLookup],
  exports: [CustomProviders, FunctionTemplateLookup],
})
export class ProvidersModule {}
