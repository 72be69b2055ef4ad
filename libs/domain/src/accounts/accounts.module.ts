import { Module } from '@nestjs/common';
import { KeyAuthenticator } from './key-authenticator.service.js';

/** Accounts, environments, keys and variables. */
@Module({ providers: [KeyAuthenticator], exports: [KeyAuthenticator] })
export class AccountsModule {}
