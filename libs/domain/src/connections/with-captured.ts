import type { Establishment } from './establishment.js';

/** Adds what the test found out about a connection. What was entered wins, unless it was left empty. */
export function withCaptured(wanted: Establishment, captured: Readonly<Record<string, unknown>>): Establishment {
  const { connection_config: fields = {} } = wanted.provider;
  const isEntered = (key: string): boolean =>
    Object.hasOwn(fields, key) &&
    fields[key]?.automated !== true &&
    Object.hasOwn(wanted.connectionConfig, key) &&
    wanted.connectionConfig[key] !== '';
  const found = Object.entries(captured).filter(([key]) => !isEntered(key));
  return { ...wanted, connectionConfig: { ...wanted.connectionConfig, ...Object.fromEntries(found) } };
}
