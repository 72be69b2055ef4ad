import type { ConnectionBrief } from '@svc/database';
import { AppError } from '@svc/errors';
import type { ConnectionLookup } from './connection-lookup.service.js';

/** Names one connection. */
export interface ConnectionName {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

type UnknownCode = 'not_found' | 'unknown_connection';

/** A connection with its integration. */
export interface NamedConnection {
  readonly integration: ConnectionBrief['integration'];
  readonly connection: NonNullable<ConnectionBrief['connection']>;
}

/** @throws AppError 400 `unknown_provider_config`, or the route's code for a connection that is not there (D3). */
export async function findConnection(
  lookup: ConnectionLookup,
  name: ConnectionName,
  code: UnknownCode,
): Promise<NamedConnection> {
  const { integration, connection } = await lookup.find(name);
  if (!integration) {
    throw new AppError(
      'unknown_provider_config',
      `There is no integration "${name.providerConfigKey}" in this environment: check provider_config_key.`,
    );
  }
  if (!connection) throw unknownConnection(name, code);
  return { integration, connection };
}

export const unknownConnection = ({ connectionId, providerConfigKey }: ConnectionName, code: UnknownCode): AppError =>
  new AppError(code, `There is no connection "${connectionId}" for the integration "${providerConfigKey}".`);
