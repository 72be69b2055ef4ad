import type { IncomingMessage } from 'node:http';

/**
 * Whether a request asks for the WebSocket of the gateway. Every other request that offers to upgrade (some clients offer h2c with
 * each of theirs) is answered as if it did not.
 */
export const isSocketRequest =
  (path: string) =>
  ({ method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '') === path;
