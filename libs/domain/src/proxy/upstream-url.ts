/**
 * Base address and endpoint as one address. The endpoint's path and query stay byte for byte; parameters that the base
 * address or the provider brings follow unless the caller gave one of that name.
 */
export function upstreamUrl(
  baseUrl: string,
  endpoint: string,
  providerQuery: Readonly<Record<string, string>>,
): string {
  const [base = '', baseQuery = ''] = splitOnce(baseUrl, '?');
  const [path = '', query = ''] = splitOnce(withoutBase(endpoint, base), '?');
  const added = [...new URLSearchParams(baseQuery), ...Object.entries(providerQuery)];
  const joined = `${base}${path === '' || path.startsWith('/') ? path : `/${path}`}`;
  const hasQuery = endpoint.includes('?');
  if (added.length === 0) return hasQuery ? `${joined}?${query}` : joined;
  const given = new Set(new URLSearchParams(query).keys());
  const extra = added
    .filter(([name]) => !given.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const parts = [query, ...extra].filter((part) => part !== '');
  return parts.length > 0 || hasQuery ? `${joined}?${parts.join('&')}` : joined;
}

/** An endpoint that repeats the base address, as links in answers do, without it. */
function withoutBase(endpoint: string, base: string): string {
  const bare = endpoint.startsWith('/') ? endpoint.slice(1) : endpoint;
  if (!bare.toLowerCase().startsWith('http') || !bare.startsWith(base)) return endpoint;
  const rest = bare.slice(base.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('?') ? rest : endpoint;
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
