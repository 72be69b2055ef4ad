import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SecretBox } from '@svc/crypto';
import { Database, SEALED_COLUMNS, SealedTextRepository, type SealedColumn } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomBytes } from 'node:crypto';
import { EnvironmentVariablesService } from '../accounts/environment-variables.service.js';
import { EnvironmentsService } from '../accounts/environments.service.js';
import { WebhookSigningKeys } from '../accounts/webhook-signing-keys.service.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { silentLogger } from '../testing/sync-services.js';
import { KeyRotation } from './key-rotation.service.js';

const newKey = (): string => randomBytes(32).toString('base64');
const DAY_MS = 86_400_000;

describe('after a rotation of the encryption key', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  const [oldKey, currentKey] = [newKey(), newKey()];
  const oldBox = new SecretBox([oldKey]);
  const currentBox = new SecretBox([currentKey]);
  const info = jest.spyOn(silentLogger, 'info');
  const warn = jest.spyOn(silentLogger, 'warn');

  const walk = async (keyRotation: KeyRotation): Promise<void> => {
    while (await keyRotation.advance()) continue;
  };
  const rotation = () => new KeyRotation(database, new SecretBox([currentKey, oldKey]), silentLogger);
  const first = async <Row extends Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row> => {
    const { rows } = await database.query<Row>(sql, values);
    if (!rows[0]) throw new Error('There is no row.');
    return rows[0];
  };
  const newAccount = async (): Promise<number> =>
    (await first<{ id: number }>(`INSERT INTO accounts (name) VALUES (gen_random_uuid()) RETURNING id`)).id;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 3, applicationName: 'test' });
  }, 60_000);

  afterAll(async () => {
    jest.restoreAllMocks();
    await database?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    await database.query('TRUNCATE accounts, environments, integrations, connections, environment_variables CASCADE');
    info.mockClear();
    warn.mockClear();
  });

  it('seals every stored text anew, so that the earlier key can go', async () => {
    const accountId = await newAccount();
    const before = new EnvironmentsService(database, oldBox);
    const { data } = await before.create(accountId, { name: 'a', hmac_key: 'hmac', otlp_headers: { 'x-key': 'otlp' } });
    const keys = [await new WebhookSigningKeys(database, oldBox).get(data.id)];
    keys.unshift(await new WebhookSigningKeys(database, oldBox).rotate(data.id));
    const variables = Array.from({ length: 30 }, (_, index) => ({ name: `V_${index}`, value: `value ${index}` }));
    await new EnvironmentVariablesService(database, oldBox).replace(accountId, { environment_id: data.id, variables });
    const vault = new CredentialVault(oldBox);
    const integration = await first<{ id: number }>(
      `INSERT INTO integrations (environment_id, unique_key, provider, display_name, credentials_sealed, config_sealed)
       VALUES ($1, 'api', 'p', 'P', $2, $3) RETURNING id`,
      data.id,
      vault.sealIntegrationCredentials({ client_secret: 's' }),
      vault.sealIntegrationConfig({ region: 'eu' }),
    );
    const connection = await first<{ id: number }>(
      `INSERT INTO connections (environment_id, integration_id, connection_id, credentials_sealed)
       VALUES ($1, $2, 'c', $3) RETURNING id`,
      data.id,
      integration.id,
      vault.sealConnection({ type: 'API_KEY', apiKey: 'k' }),
    );
    const { purpose } = SEALED_COLUMNS.clientRegistration;
    await database.query(
      `INSERT INTO client_registrations (integration_id, registration_key, client_sealed) VALUES ($1, 'r', $2)`,
      [integration.id, oldBox.seal('client', purpose)],
    );

    const keyRotation = rotation();
    await walk(keyRotation);

    const current = new CredentialVault(currentBox);
    const sealed = await first<Record<'credentials' | 'config' | 'connection' | 'client' | 'hmac' | 'otlp', string>>(
      `SELECT i.credentials_sealed AS credentials, i.config_sealed AS config, c.credentials_sealed AS connection,
              r.client_sealed AS client, e.settings->>'hmac_key_sealed' AS hmac, e.settings->>'otlp_headers_sealed' AS otlp
         FROM connections c JOIN integrations i ON i.id = c.integration_id JOIN environments e ON e.id = i.environment_id
         JOIN client_registrations r ON r.integration_id = i.id WHERE c.id = $1`,
      connection.id,
    );
    expect(
      current.openConnection({ id: 1, credentialsVersion: 1, credentialsSealed: sealed.connection }),
    ).toMatchObject({ apiKey: 'k' });
    expect(
      current.secretsOf({ id: 1, credentialsSealed: sealed.credentials, configSealed: sealed.config }),
    ).toMatchObject({ credentials: { client_secret: 's' }, config: { region: 'eu' } });
    expect(currentBox.open(sealed.client, purpose)).toBe('client');
    expect(currentBox.open(sealed.hmac, SEALED_COLUMNS.hmacKey.purpose)).toBe('hmac');
    expect(currentBox.open(sealed.otlp, SEALED_COLUMNS.otlpHeaders.purpose)).toBe('{"x-key":"otlp"}');
    expect(await new WebhookSigningKeys(database, currentBox).getSigning(data.id, DAY_MS)).toEqual(keys);
    const opened = await new EnvironmentVariablesService(database, currentBox).list(data.id);
    expect(new Map(opened.map(({ name, value }) => [name, value]))).toEqual(
      new Map(variables.map(({ name, value }) => [name, value])),
    );
    expect(info.mock.lastCall?.[0]).toEqual({ sealedAnew: 38 });
    await walk(keyRotation);
    expect(info.mock.lastCall?.[0]).toContain('ENCRYPTION_KEYS_OLD may be emptied');
    expect(warn).not.toHaveBeenCalled();
  });

  it('leaves a text alone that no key opens, and tells that there is one', async () => {
    const unknown = new SecretBox([newKey()]);
    await new EnvironmentsService(database, unknown).create(await newAccount(), { name: 'a' });
    await new EnvironmentsService(database, oldBox).create(await newAccount(), { name: 'b' });
    const keyRotation = rotation();
    for (let round = 0; round < 2; round += 1) {
      await walk(keyRotation);
      expect(warn.mock.lastCall?.[0]).toEqual({ left: { 'environments.webhook_signing_key_sealed': 1 } });
    }
    expect(info.mock.calls).toEqual([[{ sealedAnew: 1 }, expect.any(String)]]);
  });

  it('does nothing without an earlier key', async () => {
    await new EnvironmentsService(database, oldBox).create(await newAccount(), { name: 'a' });
    expect(await new KeyRotation(database, currentBox, silentLogger).advance()).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not bring back what was replaced since it was read', async () => {
    const { data } = await new EnvironmentsService(database, oldBox).create(await newAccount(), { name: 'a' });
    const texts = new SealedTextRepository(database, SEALED_COLUMNS.signingKey);
    const [seen] = await texts.page({ after: undefined, currentPrefix: 'x', rows: 1, bytes: 1 });
    const key = await new WebhookSigningKeys(database, oldBox).rotate(data.id);
    expect(await texts.replace([{ key: [String(data.id)], stale: seen?.stale ?? '', fresh: 'other' }])).toBe(0);
    expect(await new WebhookSigningKeys(database, oldBox).get(data.id)).toBe(key);
  });

  it('reads long texts a few at a time, and each of them once', async () => {
    const accountId = await newAccount();
    const { data } = await new EnvironmentsService(database, oldBox).create(accountId, { name: 'a' });
    const variables = ['A', 'B', 'C', 'D', 'E'].map((name) => ({
      name,
      value: 'x'.repeat(name === 'B' ? 9_000 : 900),
    }));
    await new EnvironmentVariablesService(database, oldBox).replace(accountId, { environment_id: data.id, variables });
    const texts = new SealedTextRepository(database, SEALED_COLUMNS.environmentVariable);
    const pages: string[][] = [];
    let after: readonly string[] | undefined;
    do {
      const page = await texts.page({ after, currentPrefix: currentBox.currentPrefix, rows: 100, bytes: 3_000 });
      pages.push(page.map(({ key }) => key[1] ?? ''));
      after = page.at(-1)?.key;
    } while (after);
    expect(pages).toEqual([['A'], ['B'], ['C', 'D'], ['E'], []]);
  });

  it('knows every column of the database that holds sealed text', async () => {
    const { rows } = await database.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name LIKE '%\\_sealed' ORDER BY 1`,
    );
    const places: SealedColumn[] = Object.values(SEALED_COLUMNS);
    const columns = places.filter(({ field }) => field === undefined).map(({ table, column }) => `${table}.${column}`);
    expect(columns.sort()).toEqual(rows.map(({ place }) => place));
  });
});
