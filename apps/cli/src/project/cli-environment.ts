import { SECRET_KEY_VARIABLE, LOGGER_LEVEL_VARIABLE, SIGNING_KEY_VARIABLE } from '@svc/contracts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { CliError } from '../cli-error.js';

/** Where the gateway is when nobody says otherwise. */
const DEFAULT_HOST = 'http://localhost:3003';

/** The only reader of the process's environment in this tool. A `.env` file of the project fills what is not set. */
export class CliEnvironment {
  private constructor(private readonly variables: Readonly<Record<string, string | undefined>>) {}

  static load(directory: string): CliEnvironment {
    const file = path.join(directory, '.env');
    const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    return new CliEnvironment({ ...fromFile, ...process.env });
  }

  /** Base URL of the gateway, without a slash at the end. */
  get host(): string {
    const host = this.value('SVC_HOST') ?? DEFAULT_HOST;
    if (!/^https?:\/\/\S+$/.test(host) || !URL.canParse(host)) {
      throw new CliError(`SVC_HOST is "${host}", which is not a web address.`, {
        hint: `Set it to the gateway's address, such as ${DEFAULT_HOST}, in .env or in the environment.`,
      });
    }
    return host.replace(/\/+$/, '');
  }

  /** Whether nobody can be asked. */
  get isCi(): boolean {
    const value = this.value('CI');
    return value !== undefined && value !== 'false' && value !== '0';
  }

  /** Threshold of a function's log lines. */
  get loggerLevel(): string | undefined {
    return this.firstOf([LOGGER_LEVEL_VARIABLE.canonical, ...LOGGER_LEVEL_VARIABLE.aliases]);
  }

  /** Secret key of an environment of the gateway. */
  secretKey(environment: string): string {
    const suffix = suffixOf(environment);
    const names = [SECRET_KEY_VARIABLE.canonical, ...SECRET_KEY_VARIABLE.aliases].map((prefix) => `${prefix}${suffix}`);
    const key = this.firstOf(names);
    if (key !== undefined) return key;
    throw new CliError(`There is no secret key for the environment "${environment}": ${names[0]} is not set.`, {
      code: 'missing_secret_key',
      hint: `Put ${names[0]}=<secret key of the environment> into .env, or set it in the environment.`,
    });
  }

  /** Signs an environment's webhooks; undefined when nobody said it. */
  webhookSigningKey(environment: string): string | undefined {
    return this.value(`${SIGNING_KEY_VARIABLE.canonical}${suffixOf(environment)}`);
  }

  private firstOf(names: readonly string[]): string | undefined {
    return names.map((name) => this.value(name)).find((value) => value !== undefined);
  }

  private value(name: string): string | undefined {
    const value = this.variables[name]?.trim();
    return value === '' ? undefined : value;
  }
}

const suffixOf = (environment: string): string => environment.toUpperCase().replace(/[^A-Z0-9]/g, '_');
