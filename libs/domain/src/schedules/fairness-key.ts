import { createHash } from 'node:crypto';

/**
 * Key of the customer for whom something runs, for Temporal's fairness; it takes at most 64 bytes. Without a customer's tag, a
 * connection is a customer of its own.
 */
export const fairnessKey = (environmentName: string, customer: string): string =>
  createHash('sha256').update(`${environmentName}\0${customer}`).digest('base64url');
