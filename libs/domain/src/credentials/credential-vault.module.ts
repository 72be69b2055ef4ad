import { Module } from '@nestjs/common';
import { CredentialVault } from './credential-vault.service.js';

/** Apart from the rest of the area, so that areas which it depends on can open what is sealed. */
@Module({ providers: [CredentialVault], exports: [CredentialVault] })
export class CredentialVaultModule {}
