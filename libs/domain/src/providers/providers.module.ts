import { Module } from '@nestjs/common';
import { CustomProviders } from './custom-providers.service.js';

/** Providers that environments define for themselves. Looking them up is the core module's. */
@Module({ providers: [CustomProviders], exports: [CustomProviders] })
export class ProvidersModule {}
