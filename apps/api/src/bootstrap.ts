/**
 * Makes the account of a development installation and prints how to use it. `npm start` runs it after the migrations:
 *
 *     node apps/api/dist/bootstrap.js
 *
 * It reads the same settings as the API (DATABASE_URL, ENCRYPTION_KEY, GATEWAY_DATA_DIR, ...). The last line on stdout is JSON:
 *
 *     {"environment":"dev","secretKey":"svc_sk_dev_...","accountKey":"svc_ak_...","webhookSigningKey":"..."}
 *
 * The database holds keys only as hashes, so the keys are kept in <GATEWAY_DATA_DIR>/development-keys.json, mode 0600: a later
 * run prints the same keys. Without that file it adds new keys; it never takes one away. Running it again changes nothing else.
 */
import { loadConfig, type Config } from '@svc/config';
import { SecretBox } from '@svc/crypto';
import { Database } from '@svc/database';
import { AccountBootstrap, EnvironmentsService, WebhookSigningKeys, type DevelopmentAccount } from '@svc/domain';
import { readDevelopmentKeys, writeDevelopmentKeys } from './accounts/development-keys.js';

const ACCOUNT = 'default';
const ENVIRONMENT = 'dev';

async function bootstrap(config: Config): Promise<DevelopmentAccount> {
  const database = await Database.connect({ ...config.database, poolSize: 1, applicationName: 'gateway-bootstrap' });
  try {
    const secrets = new SecretBox([config.encryption.key, ...config.encryption.oldKeys]);
    const environments = new EnvironmentsService(database, secrets);
    const accounts = new AccountBootstrap(database, environments, new WebhookSigningKeys(database, secrets));
    const account = await accounts.ensure(ACCOUNT, ENVIRONMENT, await readDevelopmentKeys(config.dataDir));
    await writeDevelopmentKeys(config.dataDir, account);
    return account;
  } finally {
    await database.close();
  }
}

process.stdout.write(`${JSON.stringify(await bootstrap(loadConfig()))}\n`);
