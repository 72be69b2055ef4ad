import { Module } from '@nestjs/common';
import { ActionsModule } from '@svc/domain';
import { McpActions } from './mcp-actions.service.js';
import { McpController } from './mcp.controller.js';

/** `/mcp`. */
@Module({ imports: [ActionsModule], controllers: [McpController], providers: [McpActions] })
export class McpApiModule {}
