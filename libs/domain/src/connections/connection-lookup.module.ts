import { Module } from '@nestjs/common';
import { ConnectionLookup } from './connection-lookup.service.js';

/** Apart from the rest of the area, so that areas which connections depend on can look connections up. */
@Module({ providers: [ConnectionLookup], exports: [ConnectionLookup] })
export class ConnectionLookupModule {}
