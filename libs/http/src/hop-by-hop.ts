import { headerValues, type RawHeaders } from './raw-headers.js';

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Whether a header belongs to one connection only and must not be forwarded (RFC 9110, section 7.6.1): the fixed list and
 * whatever the message's own `Connection` headers name, which may be several.
 */
export function hopByHopTest(headers: RawHeaders): (lowerCaseName: string) => boolean {
  const named = headerValues(headers, 'connection').join(',');
  if (/^\s*(keep-alive|close)?\s*$/i.test(named)) return (name) => HOP_BY_HOP.has(name);
  const listed = new Set(named.split(',').map((name) => name.trim().toLowerCase()));
  return (name) => HOP_BY_HOP.has(name) || listed.has(name);
}
