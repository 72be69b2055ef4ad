import { createHash } from 'node:crypto';
import type { AuthSubject } from '../auth-subject.js';

/**
 * What a role's trust policy names beside the operator's account, so that nobody can have a role of somebody else assumed
 * for them. It follows from whom the account belongs to, which the customer's backend says and no end user can choose; it
 * stays the same for the next session of the same owner.
 * Source: AWS, "The confused deputy problem".
 */
export function externalIdOf({ integration, owner }: AuthSubject): string | undefined {
  if (owner === undefined) return undefined;
  const { environmentId, id } = integration;
  return createHash('sha256')
    .update(JSON.stringify([environmentId, id, owner]))
    .digest('hex')
    .slice(0, 32);
}
