/** Settings of a start: the process's variables over `.env`, with the defaults of a single machine. */
import { existsSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';

const DEFAULT_PORTS = {
  PORT: 3003,
  INTERNAL_PORT: 3004,
  RUNNER_PORT: 3005,
  POSTGRES_PORT: 5443,
  TEMPORAL_PORT: 7233,
  TEMPORAL_UI_PORT: 8233,
};

const LARGEST_PORT = 65_535;

const readPort = (env, name) => {
  const text = env[name]?.trim() || String(DEFAULT_PORTS[name]);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > LARGEST_PORT) {
    throw new Failure(`${name} is "${text}"; set it to a port, a whole number from 1 to ${LARGEST_PORT}.`);
  }
  return port;
};

/** @returns settings that the scripts themselves need; the processes' own are checked by libs/config */
export const readStartSettings = () => {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
  const { env } = process;
  const ports = Object.fromEntries(Object.keys(DEFAULT_PORTS).map((name) => [name, readPort(env, name)]));
  const names = Object.keys(ports);
  const twice = names.find((name, index) => names.findIndex((other) => ports[other] === ports[name]) < index);
  if (twice)
    throw new Failure(`${twice} is ${ports[twice]}, which another setting uses too; give each server its own port.`);
  return {
    ports,
    host: env.HOST?.trim() || '127.0.0.1',
    dataDir: env.GATEWAY_DATA_DIR?.trim() || inRoot('.data'),
    databaseUrl: env.DATABASE_URL?.trim() || undefined,
    temporalAddress: env.TEMPORAL_ADDRESS?.trim() || undefined,
  };
};

/** Variables that the runner may see: no database, no encryption key. */
const RUNNER_VARIABLES =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|NODE_.*|HOST|INTERNAL_.*|RUNNER_.*|LOG_LEVEL|(SVC|NANGO)_LOGGER_LEVEL)$/;

/** The environment of api and worker, and the part of it that the runner gets. */
export const serviceEnvironments = ({ settings, secrets, databaseUrl, temporalAddress, temporalUiUrl }) => {
  const { env } = process;
  const { ports } = settings;
  const gateway = {
    ...env,
    NODE_ENV: env.NODE_ENV || 'production',
    HOST: settings.host,
    PORT: String(ports.PORT),
    INTERNAL_PORT: String(ports.INTERNAL_PORT),
    RUNNER_PORT: String(ports.RUNNER_PORT),
    INTERNAL_SECRET: env.INTERNAL_SECRET || secrets.internalSecret,
    ENCRYPTION_KEY: env.ENCRYPTION_KEY || secrets.encryptionKey,
    GATEWAY_DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    ALLOW_PRIVATE_NETWORK: env.ALLOW_PRIVATE_NETWORK || 'true',
    ...(temporalUiUrl !== undefined && { TEMPORAL_UI_URL: temporalUiUrl }),
  };
  const runner = Object.fromEntries(Object.entries(gateway).filter(([name]) => RUNNER_VARIABLES.test(name)));
  return { gateway, runner };
};
