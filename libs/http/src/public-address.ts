import ipaddr from 'ipaddr.js';

/** Of IPv6, only this has been given out (RFC 4291, section 2.4); `::127.0.0.1`, for one, lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet: not private, loopback, link-local (cloud metadata services live
 * there), shared, multicast, documentation or otherwise reserved. IPv4 inside IPv6 (mapped, NAT64) is judged by the IPv4
 * part. Text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const withoutZone = text.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(withoutZone)) return false;
  const address = ipaddr.process(withoutZone);
  const range = address.range();
  if (range === 'rfc6052' && address instanceof ipaddr.IPv6) {
    return isPublicAddress(address.toByteArray().slice(12).join('.'));
  }
  if (range !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
