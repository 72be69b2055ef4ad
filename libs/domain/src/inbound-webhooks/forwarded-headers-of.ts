/** Beginnings of the names of headers that are between the provider and the gateway (wire contract, section 15). */
const OWN_PREFIXES = [
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
  // What the way from the provider to the gateway added.
  'transfer-encoding',
  'x-forwarded-',
];

/** The provider's headers that go on to the customer. */
export const forwardedHeadersOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_PREFIXES.some((prefix) => name.startsWith(prefix))),
  );
