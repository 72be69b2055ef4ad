import { QUERY } from '@svc/contracts';
import type { RawWebhook } from './raw-webhook.js';

/** The connection that the address names. */
export const namedConnection = ({ query }: Pick<RawWebhook, 'query'>): string | undefined =>
  [QUERY.connectionId.canonical, ...QUERY.connectionId.aliases].map((name) => query[name]).find(Boolean);
