import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';

/**
 * Whom an account will belong to, by what the customer's backend said: the same for each session of the same organization
 * or end user, and of one session where nobody was named.
 */
export function accountOwnerOf({ id, tags, endUser }: OpenConnectSession): string {
  const organization = tags?.['organization_id'] ?? endUser?.organization?.id;
  if (organization !== undefined) return `organization ${organization}`;
  const person = tags?.['end_user_id'] ?? endUser?.id;
  return person === undefined ? `session ${id}` : `end user ${person}`;
}
