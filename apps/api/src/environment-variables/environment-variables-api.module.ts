import { Module } from '@nestjs/common';
import { AccountsModule } from '@svc/domain';
import { EnvironmentVariablesController } from './environment-variables.controller.js';

/** `/environment-variables`. */
@Module({ imports: [AccountsModule], controllers: [EnvironmentVariablesController] })
export class EnvironmentVariablesApiModule {}
