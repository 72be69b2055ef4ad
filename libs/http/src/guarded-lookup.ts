import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressNotAllowed } from './address-not-allowed.js';
import { isPublicAddress } from './public-address.js';

type AllCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Resolves a name to all its addresses, as `dns.lookup` with `all: true`. */
export type ResolveAll = (hostname: string, options: LookupAllOptions, callback: AllCallback) => void;

/**
 * A `lookup` for sockets that hands on public addresses only. The check happens on the answer that the socket connects to,
 * so a name that resolves differently a second time (DNS rebinding) gains nothing.
 */
export function createGuardedLookup(resolveAll: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) return callback(addressNotAllowed(hostname), '', 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}
