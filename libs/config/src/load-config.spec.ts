import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import { loadConfig, loadRunnerConfig } from './load-config.js';
import type { Environment } from './parse-settings.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const complete: Environment = {
  DATABASE_URL: 'postgresql://gateway:hunter2@127.0.0.1:5432/gateway',
  ENCRYPTION_KEY: KEY,
  INTERNAL_SECRET: 'x'.repeat(32),
};

const problemsOf = (load: () => unknown): ConfigError => {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
};

describe('loadConfig', () => {
  it('fills in defaults and derives the addresses of the processes from their ports', () => {
    const config = loadConfig({ ...complete, PORT: '4000', INTERNAL_PORT: '4001', RUNNER_PORT: '4002' });
    expect(config.nodeEnv).toBe('production');
    expect(config.api).toEqual({
      port: 4000,
      publicUrl: 'http://localhost:4000',
      rateLimitPerMinute: 6000,
      trustedProxies: [],
      emitWireAliases: false,
      websocketsPath: '/',
    });
    expect(config.internal).toMatchObject({ port: 4001, url: 'http://127.0.0.1:4001' });
    expect(config.runner).toMatchObject({ port: 4002, url: 'http://127.0.0.1:4002' });
    expect(config.sync.maxRunMs).toBe(24 * 60 * 60 * 1000);
    expect(config.action.maxRunMs).toBe(15 * 60 * 1000);
    expect(config.network.allowPrivate).toBe(false);
  });

  it('lists every problem at once, each with its variable, what was wrong and what to do', () => {
    const error = problemsOf(() =>
      loadConfig({ ...complete, PORT: 'abc', WIRE_ALIASES: 'x', DATABASE_URL: undefined }),
    );
    expect(error.problems).toEqual([
      { variable: 'PORT', problem: 'is "abc"', remedy: 'Set it to a whole number from 1 to 65535' },
      { variable: 'DATABASE_URL', problem: 'is not set', remedy: expect.stringContaining('postgresql://') },
      { variable: 'WIRE_ALIASES', problem: 'is "x"', remedy: 'Set it to nango or off' },
    ]);
    expect(error.message).toContain('3 settings are wrong');
  });

  it('shows no secret, however wrong it is', () => {
    const secrets: Environment = {
      DATABASE_URL: 'mysql://me:hunter2@host/db',
      ENCRYPTION_KEY: 'my-secret-that-is-not-base64',
      ENCRYPTION_KEYS_OLD: `${KEY},short-old-secret`,
      INTERNAL_SECRET: 'too-short-secret',
    };
    const { message } = problemsOf(() => loadConfig(secrets));
    for (const variable of Object.keys(secrets)) expect(message).toContain(variable);
    expect(message).not.toMatch(/hunter2|my-secret|old-secret|too-short/);
    expect(message).not.toContain(KEY);
  });

  it.each(['production', 'test', undefined])('refuses to start without keys when NODE_ENV is %s', (NODE_ENV) => {
    const error = problemsOf(() => loadConfig({ DATABASE_URL: complete['DATABASE_URL'], NODE_ENV }));
    expect(error.problems.map(({ variable }) => variable)).toEqual(['INTERNAL_SECRET', 'ENCRYPTION_KEY']);
  });

  it('starts without keys in development', () => {
    const config = loadConfig({ DATABASE_URL: complete['DATABASE_URL'], NODE_ENV: 'development' });
    expect(Buffer.from(config.encryption.key, 'base64')).toHaveLength(32);
  });

  it('refuses a key of another length', () => {
    const error = problemsOf(() => loadConfig({ ...complete, ENCRYPTION_KEY: Buffer.alloc(31).toString('base64') }));
    expect(error.problems).toHaveLength(1);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ ...complete, PORT: ' ', PUBLIC_URL: '' }).api.port).toBe(3003);
  });

  it('drops the slash at the end of addresses', () => {
    expect(loadConfig({ ...complete, PUBLIC_URL: 'https://gateway.example/' }).api.publicUrl).toBe(
      'https://gateway.example',
    );
  });

  it('connects to Temporal with TLS when there is an API key, unless told otherwise', () => {
    expect(loadConfig({ ...complete, TEMPORAL_API_KEY: 'k' }).temporal.tls).toBe(true);
    expect(loadConfig({ ...complete, TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' }).temporal.tls).toBe(false);
    expect(loadConfig(complete).temporal.tls).toBe(false);
  });

  it("takes the reference product's name of the logger level, and prefers our own", () => {
    expect(loadConfig({ ...complete, NANGO_LOGGER_LEVEL: 'debug' }).logs.functionLevel).toBe('debug');
    expect(loadConfig({ ...complete, NANGO_LOGGER_LEVEL: 'debug', SVC_LOGGER_LEVEL: 'error' }).logs.functionLevel).toBe(
      'error',
    );
  });
});

describe('loadRunnerConfig', () => {
  it('needs neither the database nor the encryption key', () => {
    const config = loadRunnerConfig({ INTERNAL_SECRET: complete['INTERNAL_SECRET'], INTERNAL_PORT: '4001' });
    expect(config.internal.url).toBe('http://127.0.0.1:4001');
    expect(JSON.stringify(config)).not.toContain('encryption');
  });
});
