import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Config, RunnerConfig } from './config.js';
import { parseSettings, type Environment } from './parse-settings.js';
import { gatewaySettings, runnerSettings, type GatewaySettings, type RunnerSettings } from './settings-schema.js';

/** Publicly known, so only development may fall back to it. */
const developmentKey = (purpose: string): string =>
  createHash('sha256').update(`integration gateway, development only: ${purpose}`).digest('base64');

const toRunnerConfig = (settings: RunnerSettings): RunnerConfig => ({
  nodeEnv: settings.NODE_ENV,
  host: settings.HOST,
  internal: {
    url: settings.INTERNAL_URL ?? `http://127.0.0.1:${settings.INTERNAL_PORT}`,
    secret: settings.INTERNAL_SECRET ?? developmentKey('internal secret'),
  },
  runner: {
    port: settings.RUNNER_PORT,
    limits: {
      maxChildren: settings.RUNNER_MAX_CHILDREN,
      concurrencyPerChild: settings.RUNNER_CONCURRENCY,
      childMemoryMib: settings.RUNNER_CHILD_MEMORY_MIB,
      isolateMemoryMib: settings.RUNNER_ISOLATE_MEMORY_MIB,
      maxWallTimeMs: settings.RUNNER_MAX_WALL_MS,
      maxCpuTimeMs: settings.RUNNER_MAX_CPU_MS,
    },
  },
  logs: { level: settings.LOG_LEVEL, functionLevel: settings.SVC_LOGGER_LEVEL },
});

const toSyncConfig = (settings: GatewaySettings): Config['sync'] => ({
  sliceMs: settings.SYNC_SLICE_MS,
  maxRunMs: settings.SYNC_MAX_RUN_MS,
  heartbeatTimeoutMs: settings.SYNC_HEARTBEAT_TIMEOUT_MS,
  stalledAfterSlices: settings.SYNC_STALLED_AFTER_SLICES,
  scheduleCheckMs: settings.SYNC_SCHEDULE_CHECK_MS,
  slots: {
    perEnvironment: settings.SYNC_SLOTS_PER_ENVIRONMENT,
    perIntegration: settings.SYNC_SLOTS_PER_INTEGRATION,
    perCustomer: settings.SYNC_SLOTS_PER_CUSTOMER,
    perConnection: settings.SYNC_SLOTS_PER_CONNECTION,
  },
});

const toConfig = (settings: GatewaySettings): Config => {
  const shared = toRunnerConfig(settings);
  return {
    ...shared,
    api: {
      port: settings.PORT,
      publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
      rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
      trustedProxies: settings.TRUSTED_PROXIES,
      emitWireAliases: settings.WIRE_ALIASES === 'nango',
      websocketsPath: settings.WEBSOCKETS_PATH,
    },
    logs: { ...shared.logs, retentionDays: settings.LOG_RETENTION_DAYS },
    internal: { ...shared.internal, port: settings.INTERNAL_PORT },
    runner: { ...shared.runner, url: settings.RUNNER_URL ?? `http://127.0.0.1:${settings.RUNNER_PORT}` },
    dataDir: path.resolve(settings.GATEWAY_DATA_DIR),
    database: { url: settings.DATABASE_URL, poolSize: settings.DATABASE_POOL_SIZE },
    temporal: {
      address: settings.TEMPORAL_ADDRESS,
      namespace: settings.TEMPORAL_NAMESPACE,
      apiKey: settings.TEMPORAL_API_KEY,
      tls: settings.TEMPORAL_TLS ?? settings.TEMPORAL_API_KEY !== undefined,
      uiUrl: settings.TEMPORAL_UI_URL,
    },
    encryption: { key: settings.ENCRYPTION_KEY ?? developmentKey('encryption'), oldKeys: settings.ENCRYPTION_KEYS_OLD },
    network: { allowPrivate: settings.ALLOW_PRIVATE_NETWORK },
    providers: { dir: settings.PROVIDERS_DIR === undefined ? undefined : path.resolve(settings.PROVIDERS_DIR) },
    customerTag: settings.CUSTOMER_TAG,
    metrics: { token: settings.METRICS_TOKEN },
    sync: toSyncConfig(settings),
    webhooks: {
      inboundRetentionDays: settings.INBOUND_WEBHOOK_RETENTION_DAYS,
      inboundPerMinute: settings.INBOUND_WEBHOOKS_PER_MINUTE,
    },
    records: {
      payloadDays: settings.RECORD_PAYLOAD_RETENTION_DAYS,
      abandonedDays: settings.RECORD_RETENTION_DAYS,
    },
    functionVersions: {
      kept: settings.FUNCTION_VERSIONS_KEPT,
      retentionDays: settings.FUNCTION_VERSION_RETENTION_DAYS,
    },
    action: {
      maxRunMs: settings.ACTION_MAX_RUN_MS,
      startWithinMs: settings.ACTION_START_WITHIN_MS,
      slots: { environment: settings.ACTION_SLOTS_PER_ENVIRONMENT, connection: settings.ACTION_SLOTS_PER_CONNECTION },
    },
    deliveries: {
      giveUpMs: settings.WEBHOOK_RETRY_HOURS * 3_600_000,
      keptDays: {
        webhooks: settings.WEBHOOK_RETENTION_DAYS,
        bodies: settings.WEBHOOK_BODY_RETENTION_DAYS,
        attempts: settings.WEBHOOK_ATTEMPT_RETENTION_DAYS,
      },
    },
    webhookRuns: { maxRunMs: settings.WEBHOOK_MAX_RUN_MS },
    lifecycle: { waitMs: settings.LIFECYCLE_WAIT_MS },
  };
};

/**
 * Settings of `api` and `worker`.
 * @throws {ConfigError} with every problem at once.
 */
export const loadConfig = (env: Environment = process.env): Config => toConfig(parseSettings(gatewaySettings, env));

/**
 * Settings of the runner, which gets neither the database nor the encryption key.
 * @throws {ConfigError} with every problem at once.
 */
export const loadRunnerConfig = (env: Environment = process.env): RunnerConfig =>
  toRunnerConfig(parseSettings(runnerSettings, env));
