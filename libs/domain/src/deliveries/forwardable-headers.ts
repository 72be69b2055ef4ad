/** Prefixes of headers that belong to the way between provider and gateway (wire contract, section 15). */
const LEFT_OUT = [
  'host',
  'authorization',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'content-encoding',
  'cookie',
  'set-cookie',
  'referer',
  'user-agent',
  'sec-',
  'proxy-',
  'www-authenticate',
  'server',
];
/** Framing of the provider's request, and names that the delivery's own headers have. */
const OWN = ['x-forwarded-', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'accept-encoding', 'webhook-'];
const OWN_SIGNATURE = /^x-(svc|nango)-(hmac-sha256|signature)/;

/** A provider's headers that go along with a forwarded webhook, names in lower case. */
export function forwardableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const refused = [...LEFT_OUT, ...OWN];
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !refused.some((prefix) => name.startsWith(prefix)) && !OWN_SIGNATURE.test(name)),
  );
}
