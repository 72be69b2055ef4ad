import { AppError } from '@svc/errors';
import type { ProxyTarget } from '../proxy-target.js';

/** Client id and secret that a connection uses: its own ones, else the integration's. */
export function appKeys({ integration, connection }: ProxyTarget): { key: string; secret: string } {
  const own = connection.credentials['config_override'];
  const read = (name: string): string | undefined => {
    const value: unknown = typeof own === 'object' && own !== null ? Reflect.get(own, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : integration.credentials[name];
  };
  const key = read('client_id');
  const secret = read('client_secret');
  if (key !== undefined && secret !== undefined) return { key, secret };
  throw new AppError(
    'missing_client_id',
    `The integration "${integration.uniqueKey}" has no client_id and client_secret. Set them in its credentials.`,
  );
}
