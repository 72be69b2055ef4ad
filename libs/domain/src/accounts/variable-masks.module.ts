import { Module } from '@nestjs/common';
import { EnvironmentVariablesService } from './environment-variables.service.js';
import { VariableMasks } from './variable-masks.service.js';

const SERVICES = [EnvironmentVariablesService, VariableMasks];

/** Apart from the rest of the area, so that what runs functions can hide what their variables say. */
@Module({ providers: SERVICES, exports: SERVICES })
export class VariableMasksModule {}
