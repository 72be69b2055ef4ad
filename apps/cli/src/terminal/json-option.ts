import { readFileSync } from 'node:fs';
import { CliError, messageOf } from '../cli-error.js';

/** The value of an option that holds JSON, or `@file` with JSON in it. */
export function jsonOption(name: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
  } catch (error) {
    throw new CliError(`--${name} is not JSON: ${messageOf(error)}.`, {
      code: 'invalid_options',
      hint: `Write --${name} '{"key": "value"}', or --${name} @file.json.`,
    });
  }
}

/** As {@link jsonOption}, for an object. */
export function jsonObjectOption(name: string, text: string | undefined): Record<string, unknown> | undefined {
  const value = jsonOption(name, text);
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CliError(`--${name} must be a JSON object.`, { code: 'invalid_options' });
}
