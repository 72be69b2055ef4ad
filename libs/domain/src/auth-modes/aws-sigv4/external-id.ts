import { createHash } from 'node:crypto';
import type { AuthSubject } from '../auth-subject.js';

/**
 * What a role's trust policy names beside the operator's account, so that nobody can have a role of somebody else assumed
 * for them. It stays what it was, or is what the customer's backend wants; else it follows from whom the account belongs
 * to, so that the next session of the same owner has the same. No end user can choose it.
 * Source: AWS, "The confused deputy problem".
 */
export function externalIdOf({ integration, connectionConfig, owner }: AuthSubject): string | undefined {
  const { external_id: fixed } = connectionConfig;
  if (typeof fixed === 'string' && fixed !== '') return fixed;
  if (owner === undefined) return undefined;
  const { environmentId, id } = integration;
  return createHash('sha256')
    .update(JSON.stringify([environmentId, id, owner]))
    .digest('hex')
    .slice(0, 32);
}
