/** Brings the whole gateway up on this machine. */
import { mkdirSync } from 'node:fs';
import { ensureBuild } from './build-outputs.mjs';
import { Failure } from './failure.mjs';
import { waitForHttp } from './http-ready.mjs';
import { failureOf, startNodeService } from './node-service.mjs';
import { inRoot } from './paths.mjs';
import { isPortFree } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { runQuietly } from './run-command.mjs';
import { serviceEnvironments } from './start-settings.mjs';
import { temporalBinary } from './temporal-binary.mjs';
import { startTemporal } from './temporal.mjs';

const DATABASE = 'gateway';
const READY_TIMEOUT_MS = 60_000;

/** Like Promise.all, but all end before a failure is reported: nothing goes on behind the back of a failed start. */
const allOf = async (steps) => {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(steps);
};

const checkPorts = async ({ ports, host, databaseUrl, temporalAddress }) => {
  const local = [
    ...(databaseUrl ? [] : ['POSTGRES_PORT']),
    ...(temporalAddress ? [] : ['TEMPORAL_PORT', 'TEMPORAL_UI_PORT']),
  ];
  for (const name of ['PORT', 'INTERNAL_PORT', 'RUNNER_PORT', ...local]) {
    const onHost = local.includes(name) ? '127.0.0.1' : host;
    if (!(await isPortFree(ports[name], onHost))) {
      throw new Failure(`Port ${ports[name]} is in use; free it, or set ${name} to another one.`);
    }
  }
};

const createDatabase = async (postgres) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
};

const bringUpDatabase = async ({ settings, folder, secrets, supervisor, progress }) => {
  if (settings.databaseUrl) return settings.databaseUrl;
  return progress.step('Starting PostgreSQL', async () => {
    let postgres;
    await supervisor.add('postgres', async () => {
      postgres = await startPostgres({
        dataDir: folder.file('postgres'),
        port: settings.ports.POSTGRES_PORT,
        password: secrets.postgresPassword,
        logFile: folder.file('logs', 'postgres.log'),
      });
      return postgres;
    });
    await createDatabase(postgres);
    return postgres.url(DATABASE);
  });
};

const bringUpTemporal = async ({ settings, folder, supervisor, progress }) => {
  if (settings.temporalAddress) return { address: settings.temporalAddress, uiUrl: process.env.TEMPORAL_UI_URL };
  const binary = await temporalBinary(progress);
  const { TEMPORAL_PORT: port, TEMPORAL_UI_PORT: uiPort } = settings.ports;
  return progress.step('Starting the Temporal server', async () => {
    await supervisor.add('temporal', () =>
      startTemporal({
        binary,
        port,
        uiPort,
        databaseFile: folder.file('temporal.db'),
        logFile: folder.file('logs', 'temporal.log'),
      }),
    );
    return { address: `127.0.0.1:${port}`, uiUrl: `http://127.0.0.1:${uiPort}` };
  });
};

const checkConfig = async (env) => {
  const { ConfigError, loadConfig } = await import('@svc/config');
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new Failure(error.message);
    throw error;
  }
};

/** Node 24 compiles the same modules faster the second time. */
const withCompileCache = (env) => ({ ...env, NODE_COMPILE_CACHE: inRoot('.cache', 'compile') });

const addService = async (context, { name, entry, nodeFlags, env, url }) => {
  const { folder, supervisor } = context;
  const logFile = folder.file('logs', `${name}.log`);
  let current;
  await supervisor.add(name, async () => {
    current = startNodeService({ entry: inRoot(entry), nodeFlags, env: withCompileCache(env), logFile });
    return current;
  });
  // During the first start a process that ends is a failure; the supervisor takes care of it afterwards.
  const first = current.child;
  const isAlive = () => first.exitCode === null && first.signalCode === null && !supervisor.isStopping;
  if (!(await waitForHttp(url, { timeoutMs: READY_TIMEOUT_MS, isAlive })) && !supervisor.isStopping)
    throw failureOf(name, logFile);
};

/**
 * V8 lets garbage grow in proportion to the heap that it may have at most, which follows the machine's memory: without a bound the
 * worker keeps hundreds of megabytes of records that were saved long ago. Two malloc arenas, as its many native threads would
 * each hold on to memory of their own. docker/compose.yaml says the same.
 */
const WORKER_MEMORY = {
  nodeFlags: ['--max-old-space-size=1024', '--max-semi-space-size=8'],
  env: { MALLOC_ARENA_MAX: '2' },
};

const servicesOf = ({ ports, host }, { gateway, runner }) => {
  const at = (port, path) => `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}${path}`;
  return {
    runner: {
      name: 'runner',
      entry: 'apps/runner/dist/main.js',
      nodeFlags: ['--no-node-snapshot'],
      env: runner,
      url: at(ports.RUNNER_PORT, '/health'),
    },
    worker: {
      name: 'worker',
      entry: 'apps/worker/dist/main.js',
      nodeFlags: WORKER_MEMORY.nodeFlags,
      env: { ...gateway, ...WORKER_MEMORY.env },
      url: at(ports.INTERNAL_PORT, '/health'),
    },
    api: { name: 'api', entry: 'apps/api/dist/main.js', env: gateway, url: at(ports.PORT, '/ready') },
  };
};

/** The account that a developer uses; a later start gets the same keys. */
const developmentAccount = async ({ progress }, env) => {
  const output = await progress.step('Preparing the development account', () =>
    runQuietly(process.execPath, [inRoot('apps/api/dist/bootstrap.js')], {
      env: withCompileCache(env),
      what: 'Preparing the development account',
    }),
  );
  return JSON.parse(output.trim().split('\n').at(-1));
};

const prepareServers = (progress, env) =>
  Promise.all([
    progress.step('Bringing the database schema up to date', () =>
      runQuietly(process.execPath, [inRoot('scripts/migrate.mjs')], {
        env: withCompileCache(env),
        what: 'The migration',
      }),
    ),
    progress.step('Registering search attributes', () =>
      runQuietly(process.execPath, [inRoot('scripts/search-attributes.mjs')], {
        env,
        what: 'Registering search attributes',
      }),
    ),
  ]);

/**
 * Everything from sources to a ready gateway. What has been started is in the supervisor, also when this fails.
 * @param {{settings: object, folder: import('./data-folder.mjs').DataFolder, supervisor: import('./supervisor.mjs').Supervisor, progress: import('./progress.mjs').Progress}} context
 */
export const bringUpGateway = async (context) => {
  const { settings, folder, supervisor, progress } = context;
  await folder.open();
  await checkPorts(settings);
  const secrets = folder.secrets();
  mkdirSync(inRoot('.cache'), { recursive: true });
  const [databaseUrl, temporal] = await allOf([
    bringUpDatabase({ ...context, secrets }),
    bringUpTemporal(context),
    ensureBuild(progress),
  ]);
  if (supervisor.isStopping) return undefined;
  const environments = serviceEnvironments({
    settings,
    secrets,
    databaseUrl,
    temporalAddress: temporal.address,
    temporalUiUrl: temporal.uiUrl,
  });
  const config = await checkConfig(environments.gateway);
  const services = servicesOf(settings, environments);
  // The runner needs nothing that is being prepared.
  await allOf([prepareServers(progress, environments.gateway), addService(context, services.runner)]);
  if (supervisor.isStopping) return undefined;
  const starting = progress.step('Starting api, worker and runner', () =>
    allOf([addService(context, services.worker), addService(context, services.api)]),
  );
  const [account] = await allOf([developmentAccount(context, environments.gateway), starting]);
  if (supervisor.isStopping) return undefined;
  const ready = {
    apiUrl: config.api.publicUrl,
    ...account,
    temporalAddress: temporal.address,
    temporalUiUrl: temporal.uiUrl,
    databaseUrl,
  };
  folder.writePrivately('ready.json', ready);
  return ready;
};
