import type { HostFunctions } from '../host-functions.js';

const PLAIN = /^[\x20-\x7e]*$/;

let host: HostFunctions['domainToAscii'] | undefined;

/** Gives the isolate the host's tables of international domain names. */
export const useHostDomains = (domainToAscii: HostFunctions['domainToAscii']): void => {
  host = domainToAscii;
};

/**
 * Takes the place of the package `tr46` in the runtime: its tables would more than double the time that a context takes.
 * Empty for a name that is not valid.
 */
export const toASCII = (domain: string): string => {
  const name = domain.toLowerCase();
  return PLAIN.test(name) && !name.includes('xn--') ? name : (host?.(domain) ?? '');
};
