import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccountsModule } from '@svc/domain';
import { AccessGuard } from './access.guard.js';
import { ContractPipe } from './contract.pipe.js';
import { ErrorFilter } from './error.filter.js';
import { RequestAuthorizer } from './request-authorizer.service.js';

/** What every request passes: authentication, scopes, schemas, the error envelope. */
@Module({
  imports: [AccountsModule],
  providers: [
    RequestAuthorizer,
    ErrorFilter,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useClass: ContractPipe },
    { provide: APP_FILTER, useExisting: ErrorFilter },
  ],
  exports: [RequestAuthorizer, ErrorFilter],
})
export class EdgeModule {}
