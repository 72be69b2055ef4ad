import { isStorableText, QUERY } from '@svc/contracts';
import type { RawWebhook } from './raw-webhook.js';

/** The connection that the address names; what cannot be stored is no name. */
export const namedConnection = ({ query }: Pick<RawWebhook, 'query'>): string | undefined =>
  [QUERY.connectionId.canonical, ...QUERY.connectionId.aliases]
    .map((name) => query[name])
    .find((id) => id && isStorableText(id));
