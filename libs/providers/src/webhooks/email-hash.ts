import { createHash } from 'node:crypto';

/** Must never change: hashes made with it stand in connections. */
const CONTEXT = 'integration-gateway.email-address';

/** What stands in `connection_config.emailAddressHash` for a mailbox (wire contract, section 14). */
export const emailHash = (address: string): string =>
  createHash('sha256').update(`${CONTEXT}:${address.trim().toLowerCase()}`).digest('hex');
