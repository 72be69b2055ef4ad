import { Injectable } from '@nestjs/common';
import { ConnectionAccessRepository, Database } from '@svc/database';
import { variableMask, VariableMasks, type VariableMask } from '../accounts/variable-masks.service.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { secretTexts } from './secret-texts.js';

/** Whose secrets a function may tell. */
export interface MaskedRun {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  /** As the customer knows it. */
  readonly connectionId: string;
}

/** Takes what a run may read, the environment's variables and the credentials of its connection, out of what it says. */
@Injectable()
export class RunMasks {
  private readonly connections: ConnectionAccessRepository;

  constructor(
    database: Database,
    private readonly variables: VariableMasks,
    private readonly vault: CredentialVault,
  ) {
    this.connections = new ConnectionAccessRepository(database);
  }

  async of(run: MaskedRun): Promise<VariableMask> {
    const [first, second] = await Promise.all([this.variables.of(run.environmentId), this.credentialsOf(run)]);
    return {
      text: (text) => second.text(first.text(text)),
      json: (value) => second.json(first.json(value)),
    };
  }

  private async credentialsOf(run: MaskedRun): Promise<VariableMask> {
    const sealed = await this.connections.findSealed(run);
    if (!sealed) return variableMask([]);
    const ofConnection = sealed.connection ? secretTexts(this.vault.openConnection(sealed.connection)) : [];
    return variableMask([...ofConnection, ...secretTexts(this.vault.secretsOf(sealed.integration).credentials)]);
  }
}
