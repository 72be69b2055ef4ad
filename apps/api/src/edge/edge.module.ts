import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccountsModule, ConnectSessionsModule } from '@svc/domain';
import { AccessGuard } from './access.guard.js';
import { Admission } from './admission.service.js';
import { ConnectionDrain } from './connection-drain.service.js';
import { ContractPipe } from './contract.pipe.js';
import { ErrorFilter } from './error.filter.js';
import { RateLimiter } from './rate-limiter.service.js';
import { RequestAuthorizer } from './request-authorizer.service.js';
import { UnknownQueryGuard } from './unknown-query.guard.js';

/** What every request passes: authentication, rate limit, scopes, schemas, the error envelope. */
@Module({
  imports: [AccountsModule, ConnectSessionsModule],
  providers: [
    RequestAuthorizer,
    RateLimiter,
    Admission,
    ConnectionDrain,
    ErrorFilter,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UnknownQueryGuard },
    { provide: APP_PIPE, useClass: ContractPipe },
    { provide: APP_FILTER, useExisting: ErrorFilter },
  ],
  exports: [Admission, ErrorFilter],
})
export class EdgeModule {}
