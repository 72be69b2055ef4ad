import { HEADERS, PROXY_CONFIGURATION_HEADERS, spellings } from '@svc/contracts';
import { hopByHopTest, rawHeadersOf, type RawHeaders } from '@svc/http';

/** The caller's headers for the external API (D8). */
export interface ForwardedHeaders {
  /** Headers of the call itself. */
  readonly passedOn: RawHeaders;
  /** Headers that were meant for the external API by name (`svc-proxy-x`); they win over everything. */
  readonly explicit: RawHeaders;
}

/** Headers that describe the call to the gateway, its connection or its framing. */
const NEVER_PASSED_ON = new Set(['authorization', 'host', 'content-length', 'cookie', 'expect']);
const NEVER_EXPLICIT = new Set(['content-length', 'expect']);
const PREFIXES = spellings(HEADERS.proxyPrefix);

/** Sorts out which headers of a call to `/proxy` go on to the external API, and under which name. */
export function forwardedHeaders(headers: RawHeaders): ForwardedHeaders {
  const isHopByHop = hopByHopTest(headers);
  const passedOn: string[] = [];
  const explicit = new Map<string, readonly [name: string, value: string]>();
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    const lower = name.toLowerCase();
    const prefix = PREFIXES.find((candidate) => lower.startsWith(candidate));
    if (prefix === undefined) {
      if (!isHopByHop(lower) && !NEVER_PASSED_ON.has(lower) && !PROXY_CONFIGURATION_HEADERS.has(lower))
        passedOn.push(name, value);
      continue;
    }
    const bare = lower.slice(prefix.length);
    // Of several with one name the last one counts (wire contract, section 7).
    if (bare !== '' && !isHopByHop(bare) && !NEVER_EXPLICIT.has(bare))
      explicit.set(bare, [name.slice(prefix.length), value]);
  }
  return { passedOn, explicit: [...explicit.values()].flat() };
}

/** Headers that a function gave: all of them are meant for the external API. */
export function explicitHeaders(headers: Readonly<Record<string, string>>): ForwardedHeaders {
  const raw = rawHeadersOf(headers);
  const isHopByHop = hopByHopTest(raw);
  const explicit: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!isHopByHop(lower) && !NEVER_EXPLICIT.has(lower)) explicit.push(name, value);
  }
  return { passedOn: [], explicit };
}

/**
 * The headers of the request: the gateway's own ones (credentials, provider), which the caller's override. Only the
 * provider's `user-agent` stays unless another one was meant by name.
 */
export function mergeHeaders(
  own: Readonly<Record<string, string>>,
  { passedOn, explicit }: ForwardedHeaders,
): string[] {
  const explicitNames = namesOf(explicit);
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const overridden = new Set(explicitNames);
  const merged: string[] = [];
  for (let index = 0; index + 1 < passedOn.length; index += 2) {
    const name = passedOn[index] ?? '';
    const lower = name.toLowerCase();
    if (explicitNames.has(lower) || (lower === 'user-agent' && ownNames.has(lower))) continue;
    overridden.add(lower);
    merged.push(name, passedOn[index + 1] ?? '');
  }
  const kept = Object.entries(own).filter(([name]) => !overridden.has(name.toLowerCase()));
  return [...kept.flat(), ...merged, ...explicit];
}

function namesOf(headers: RawHeaders): Set<string> {
  return new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
}
