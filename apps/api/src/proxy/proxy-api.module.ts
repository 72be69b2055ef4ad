import { Module } from '@nestjs/common';
import { ProxyModule } from '@svc/domain';
import { EdgeModule } from '../edge/edge.module.js';
import { ProxyRoutes } from './proxy.routes.js';

/** `/proxy`. */
@Module({ imports: [EdgeModule, ProxyModule], providers: [ProxyRoutes] })
export class ProxyApiModule {}
