import { LOG_LEVELS } from '@svc/contracts';
import { z } from 'zod';
import { actionSettings } from './action-settings.js';
import { functionVersionSettings } from './function-version-settings.js';
import { PROCESS_LOG_LEVELS } from './config.js';
import {
  addressRangeList,
  encryptionKey,
  encryptionKeyList,
  flag,
  hostAndPort,
  port,
  postgresUrl,
  webUrl,
  wholeNumber,
} from './setting-fields.js';
import { setting } from './setting.js';
import { deliverySettings } from './delivery-settings.js';
import { syncSettings } from './sync-settings.js';

const PROCESSES = 'Processes';
const FUNCTIONS = 'Functions';
const MILLISECONDS = 'a whole number of milliseconds, 1 or more';
const PORT_NUMBER = 'a whole number from 1 to 65535';

/** Settings that every process reads, the runner too. */
export const runnerSettings = z.object({
  NODE_ENV: setting(z.enum(['development', 'test', 'production']).default('production'), {
    group: PROCESSES,
    description: 'In development a missing ENCRYPTION_KEY or INTERNAL_SECRET is replaced by a publicly known value.',
    expected: 'development, test or production',
    defaultText: 'production',
  }),
  HOST: setting(z.string().default('0.0.0.0'), {
    group: PROCESSES,
    description: 'Address that the processes listen on. `npm start` uses 127.0.0.1.',
    expected: 'an IP address of this machine, or 0.0.0.0',
    defaultText: '0.0.0.0',
  }),
  INTERNAL_PORT: setting(port().default(3004), {
    group: PROCESSES,
    description: 'Port of the internal run API, which the worker hosts. Only the runner needs to reach it.',
    expected: PORT_NUMBER,
    defaultText: '3004',
  }),
  INTERNAL_URL: setting(webUrl().optional(), {
    group: PROCESSES,
    description: 'Where the runner reaches the internal run API.',
    expected: 'an http or https URL',
    defaultText: 'http://127.0.0.1:<INTERNAL_PORT>',
  }),
  INTERNAL_SECRET: setting(z.string().min(32).optional(), {
    group: PROCESSES,
    description: 'Secret with which api, worker and runner authenticate to each other. The same for all of them.',
    expected: 'at least 32 random characters, for example the output of: openssl rand -hex 32',
    secret: true,
    requiredOutsideDevelopment: true,
  }),
  RUNNER_PORT: setting(port().default(3005), {
    group: PROCESSES,
    description: 'Port of the runner. Only api and worker need to reach it.',
    expected: PORT_NUMBER,
    defaultText: '3005',
  }),
  LOG_LEVEL: setting(z.enum(PROCESS_LOG_LEVELS).default('info'), {
    group: PROCESSES,
    description: "Level of the processes' own logs.",
    expected: PROCESS_LOG_LEVELS.join(', '),
    defaultText: 'info',
  }),
  SVC_LOGGER_LEVEL: setting(z.enum(LOG_LEVELS).default('warn'), {
    group: FUNCTIONS,
    description: 'Lines that deployed functions log below this level are dropped.',
    expected: LOG_LEVELS.join(', '),
    defaultText: 'warn',
  }),
  RUNNER_MAX_CHILDREN: setting(wholeNumber(1, 1000).default(4), {
    group: FUNCTIONS,
    description: 'Most child processes of one runner. A child serves one environment at a time.',
    expected: 'a whole number from 1 to 1000',
    defaultText: '4',
  }),
  RUNNER_CONCURRENCY: setting(wholeNumber(1, 1000).default(16), {
    group: FUNCTIONS,
    description: 'Most functions that one child process runs at the same time.',
    expected: 'a whole number from 1 to 1000',
    defaultText: '16',
  }),
  RUNNER_CHILD_MEMORY_MIB: setting(wholeNumber(128).default(1024), {
    group: FUNCTIONS,
    description: 'Resident memory at which a child process is killed, in MiB.',
    expected: 'a whole number, 128 or more',
    defaultText: '1024',
  }),
  RUNNER_ISOLATE_MEMORY_MIB: setting(wholeNumber(16).default(256), {
    group: FUNCTIONS,
    description: 'Heap of one running function, in MiB.',
    expected: 'a whole number, 16 or more',
    defaultText: '256',
  }),
  RUNNER_MAX_WALL_MS: setting(wholeNumber(1).default(86_400_000), {
    group: FUNCTIONS,
    description: 'Upper bound for the duration of any function, in milliseconds.',
    expected: MILLISECONDS,
    defaultText: '86400000 (24 hours)',
  }),
  RUNNER_MAX_CPU_MS: setting(wholeNumber(1).default(10_000), {
    group: FUNCTIONS,
    description: 'Longest time that a function may hold the processor without giving way, in milliseconds.',
    expected: MILLISECONDS,
    defaultText: '10000',
  }),
});

/** Settings of `api` and `worker`. */
export const gatewaySettings = runnerSettings.extend({
  PORT: setting(port().default(3003), {
    group: PROCESSES,
    description: 'Port of the public API.',
    expected: PORT_NUMBER,
    defaultText: '3003',
  }),
  PUBLIC_URL: setting(webUrl().optional(), {
    group: PROCESSES,
    description:
      'Address under which browsers and providers reach the API. OAuth callbacks and webhook addresses begin with it.',
    expected: 'an http or https URL',
    defaultText: 'http://localhost:<PORT>',
  }),
  RUNNER_URL: setting(webUrl().optional(), {
    group: PROCESSES,
    description: 'Where api and worker reach the runner.',
    expected: 'an http or https URL',
    defaultText: 'http://127.0.0.1:<RUNNER_PORT>',
  }),
  GATEWAY_DATA_DIR: setting(z.string().default('.data'), {
    group: PROCESSES,
    description: 'Folder for local data: what `npm start` keeps, such as the embedded PostgreSQL.',
    expected: 'the path of a folder that the process may write',
    defaultText: '.data',
  }),
  DATABASE_URL: setting(postgresUrl(), {
    group: 'PostgreSQL',
    description: 'The database. `npm start` brings its own when this is not set.',
    expected: 'an address such as postgresql://user:password@host:5432/gateway',
    secret: true,
  }),
  DATABASE_POOL_SIZE: setting(wholeNumber(1, 1000).default(10), {
    group: 'PostgreSQL',
    description: 'Most database connections of one process.',
    expected: 'a whole number from 1 to 1000',
    defaultText: '10',
  }),
  TEMPORAL_ADDRESS: setting(hostAndPort().default('127.0.0.1:7233'), {
    group: 'Temporal',
    description: 'The Temporal server. `npm start` brings its own when this is not set.',
    expected: 'host:port, for example temporal.internal:7233',
    defaultText: '127.0.0.1:7233',
  }),
  TEMPORAL_NAMESPACE: setting(z.string().min(1).default('default'), {
    group: 'Temporal',
    description: 'Namespace in which the workflows run.',
    expected: 'the name of a namespace',
    defaultText: 'default',
  }),
  TEMPORAL_API_KEY: setting(z.string().min(1).optional(), {
    group: 'Temporal',
    description: 'API key, for Temporal Cloud.',
    expected: 'an API key',
    secret: true,
  }),
  TEMPORAL_TLS: setting(flag().optional(), {
    group: 'Temporal',
    description: 'Whether to connect with TLS.',
    expected: 'true or false',
    defaultText: 'true with TEMPORAL_API_KEY, otherwise false',
  }),
  TEMPORAL_UI_URL: setting(webUrl().optional(), {
    group: 'Temporal',
    description: 'Address of the Temporal UI. Operations link to their run in it; without it they carry no link.',
    expected: 'an http or https URL',
  }),
  ENCRYPTION_KEY: setting(encryptionKey().optional(), {
    group: 'Security',
    description: 'Encrypts credentials in the database. Keep it: without it they cannot be read any more.',
    expected: 'the base64 of 32 random bytes, for example the output of: openssl rand -base64 32',
    secret: true,
    requiredOutsideDevelopment: true,
  }),
  ENCRYPTION_KEYS_OLD: setting(encryptionKeyList().default([]), {
    group: 'Security',
    description:
      'Earlier values of ENCRYPTION_KEY that still decrypt, separated by commas. To rotate: list the new key here in every process, then exchange it with ENCRYPTION_KEY. Workers encrypt what is stored anew and log when no earlier key is needed any more: then empty this.',
    expected: 'keys in base64 of 32 bytes each, separated by commas',
    secret: true,
  }),
  TRUSTED_PROXIES: setting(addressRangeList().default([]), {
    group: 'Security',
    description:
      'Load balancers whose X-Forwarded-For says who calls. Without it, calls through one share the limit of its address where they carry no valid key.',
    expected: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
  }),
  ALLOW_PRIVATE_NETWORK: setting(flag().default(false), {
    group: 'Security',
    description: 'Whether outbound requests may go to private, loopback and metadata addresses. `npm start` sets true.',
    expected: 'true or false',
    defaultText: 'false',
  }),
  RATE_LIMIT_PER_MINUTE: setting(wholeNumber(0).default(6000), {
    group: 'Behaviour',
    description: 'Requests per account and minute; 0 switches the limit off.',
    expected: 'a whole number, 0 or more',
    defaultText: '6000',
  }),
  METRICS_TOKEN: setting(z.string().min(16).optional(), {
    group: 'Behaviour',
    description:
      'Bearer token for GET /metrics (Prometheus) of api, on PORT, and of worker, on INTERNAL_PORT. Without it there are no metrics.',
    expected: 'at least 16 random characters',
    secret: true,
  }),
  LOG_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(15), {
    group: 'Behaviour',
    description: 'Days for which operations and their log lines are kept.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '15',
  }),
  RECORD_PAYLOAD_RETENTION_DAYS: setting(wholeNumber(0, 3650).default(0), {
    group: 'Behaviour',
    description: 'Days after which the payload of a record that has not changed is taken away; 0 keeps all of them.',
    expected: 'a whole number from 0 to 3650',
    defaultText: '0',
  }),
  RECORD_RETENTION_DAYS: setting(wholeNumber(0, 3650).default(0), {
    group: 'Behaviour',
    description:
      'Days after the last run of its sync when a record cache is emptied; the next run fills it from the beginning. 0 keeps all of them.',
    expected: 'a whole number from 0 to 3650',
    defaultText: '0',
  }),
  INBOUND_WEBHOOK_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(14), {
    group: 'Behaviour',
    description:
      'Days for which webhooks of providers are kept with their bodies; for as long, one that comes again is known.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '14',
  }),
  INBOUND_WEBHOOKS_PER_MINUTE: setting(wholeNumber(0).default(0), {
    group: 'Behaviour',
    description:
      'Webhooks of providers that an integration takes in a minute, for each process; 0 takes all. The log warns above 4000.',
    expected: 'a whole number, 0 or more',
    defaultText: '0',
  }),
  WIRE_ALIASES: setting(z.enum(['nango', 'off']).default('off'), {
    group: 'Behaviour',
    description: "With `nango` the reference product's spellings are emitted beside ours. They are accepted always.",
    expected: 'nango or off',
    defaultText: 'off',
  }),
  WEBSOCKETS_PATH: setting(
    z
      .string()
      .regex(/^\/[a-zA-Z0-9/_-]*$/)
      .default('/'),
    {
      group: 'Behaviour',
      description: 'Path of the WebSocket that tells older browser clients how an authorization ended.',
      expected: 'a path that begins with a slash',
      defaultText: '/',
    },
  ),
  PROVIDERS_DIR: setting(z.string().min(1).optional(), {
    group: 'Behaviour',
    description: 'Folder of YAML files that add or replace provider definitions. Changes apply without a restart.',
    expected: 'the path of a folder',
  }),
  CUSTOMER_TAG: setting(z.string().min(1).default('organization_id'), {
    group: 'Behaviour',
    description: "Tag of a connection whose value becomes the customer in Temporal's search attributes.",
    expected: 'the name of a tag',
    defaultText: 'organization_id',
  }),
  ...syncSettings,
  ...actionSettings,
  ...functionVersionSettings,
  ...deliverySettings,
  WEBHOOK_MAX_RUN_MS: setting(wholeNumber(1).default(3_600_000), {
    group: FUNCTIONS,
    description: 'Longest run of a function that handles a webhook.',
    expected: MILLISECONDS,
    defaultText: '3600000 (1 hour)',
  }),
  LIFECYCLE_WAIT_MS: setting(wholeNumber(1).default(30_000), {
    group: FUNCTIONS,
    description:
      'Longest wait of a caller for the functions that validate a connection, and for those that run before its deletion.',
    expected: MILLISECONDS,
    defaultText: '30000 (30 seconds)',
  }),
});

export type RunnerSettings = z.output<typeof runnerSettings>;
export type GatewaySettings = z.output<typeof gatewaySettings>;
