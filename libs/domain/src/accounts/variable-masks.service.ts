import { Injectable } from '@nestjs/common';
import { EnvironmentVariablesService } from './environment-variables.service.js';

/** Shorter values are no secrets, and hiding every `true` or `prod` would make a log unreadable. */
const MIN_LENGTH = 6;
const MASK = '***';
/** What lies deeper is left out: nesting must not exhaust the stack. */
const MAX_DEPTH = 100;

/** Takes the values of an environment's variables out of text. */
export interface VariableMask {
  readonly text: (text: string) => string;
  /** As {@link text} for every text inside a JSON value. */
  readonly json: (value: unknown) => unknown;
}

/** Hides the values of an environment's variables from its logs. */
@Injectable()
export class VariableMasks {
  constructor(private readonly variables: EnvironmentVariablesService) {}

  /** Read anew each time: a function may log a variable the moment after it was set. */
  async of(environmentId: number): Promise<VariableMask> {
    const values = (await this.variables.list(environmentId)).map(({ value }) => value);
    return variableMask(values);
  }
}

/** Hides these values, longer ones first: one may be part of another. */
export function variableMask(values: readonly string[]): VariableMask {
  const secrets = values.filter(({ length }) => length >= MIN_LENGTH).sort((a, b) => b.length - a.length);
  const text = (original: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, () => MASK), original);
  const json = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return MASK;
    if (Array.isArray(value)) return value.map((entry) => json(entry, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  };
  return { text, json: (value) => (secrets.length === 0 ? value : json(value, 0)) };
}
