import { Injectable } from '@nestjs/common';
import { credentialsSchema, type Credentials } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { SEALED_COLUMNS, type ConnectionRow, type IntegrationRow } from '@svc/database';
import { z } from 'zod';
import { freeze } from './freeze.js';
import type { IntegrationSecrets, OpenIntegration, TextMap } from './open-integration.js';
import { VersionCache } from './version-cache.js';

const PURPOSES = {
  connection: SEALED_COLUMNS.connectionCredentials.purpose,
  integration: SEALED_COLUMNS.integrationCredentials.purpose,
  integrationConfig: SEALED_COLUMNS.integrationConfig.purpose,
} as const;

/** Enough for the busy part of a large installation; about 2 KB each. */
const CONNECTIONS = 10_000;
const INTEGRATIONS = 1_000;

const textMapSchema = z.record(z.string(), z.string());

const EMPTY: TextMap = freeze({});
const NO_CREDENTIALS: Credentials = freeze({ type: 'NONE' });

/** Seals credentials for the database and opens them, each version once per process. */
@Injectable()
export class CredentialVault {
  private readonly connections = new VersionCache<number, Credentials>(CONNECTIONS);
  private readonly integrations = new VersionCache<string, IntegrationSecrets>(INTEGRATIONS);

  constructor(private readonly box: SecretBox) {}

  sealConnection(credentials: Credentials): string {
    return this.box.seal(JSON.stringify(credentials), PURPOSES.connection);
  }

  /** The credentials of a connection. Shared and frozen: copy before changing. */
  openConnection({ id, credentialsVersion, credentialsSealed }: OpenableConnection): Credentials {
    return this.connections.get(id, credentialsVersion, () => {
      if (credentialsSealed === null) return NO_CREDENTIALS;
      return freeze(credentialsSchema.parse(JSON.parse(this.box.open(credentialsSealed, PURPOSES.connection))));
    });
  }

  /** @returns null for an empty map. */
  sealIntegrationCredentials(credentials: TextMap): string | null {
    return this.sealMap(credentials, PURPOSES.integration);
  }

  /** @returns null for an empty map. */
  sealIntegrationConfig(config: TextMap): string | null {
    return this.sealMap(config, PURPOSES.integrationConfig);
  }

  /** An integration with what it keeps secret. */
  openIntegration(row: IntegrationRow): OpenIntegration {
    const { credentialsSealed: _, configSealed: __, ...open } = row;
    return { ...open, ...this.secretsOf(row) };
  }

  /** What an integration keeps secret. Shared and frozen: copy before changing. */
  secretsOf({ id, credentialsSealed, configSealed }: OpenableIntegration): IntegrationSecrets {
    // The ciphertexts are their own version: sealing the same text twice gives two different ones.
    return this.integrations.get(id, `${credentialsSealed ?? ''} ${configSealed ?? ''}`, () =>
      freeze({
        credentials: this.openMap(credentialsSealed, PURPOSES.integration),
        config: this.openMap(configSealed, PURPOSES.integrationConfig),
      }),
    );
  }

  private sealMap(map: TextMap, purpose: string): string | null {
    return Object.keys(map).length === 0 ? null : this.box.seal(JSON.stringify(map), purpose);
  }

  private openMap(sealed: string | null, purpose: string): TextMap {
    return sealed === null ? EMPTY : textMapSchema.parse(JSON.parse(this.box.open(sealed, purpose)));
  }
}

type OpenableConnection = Pick<ConnectionRow, 'id' | 'credentialsVersion' | 'credentialsSealed'>;
type OpenableIntegration = Pick<IntegrationRow, 'id' | 'credentialsSealed' | 'configSealed'>;
