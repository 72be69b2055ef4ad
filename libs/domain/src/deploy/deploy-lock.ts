import { IntegrationRepository, type Transaction } from '@svc/database';
import { AppError } from '@svc/errors';

/** First half of the lock's number, so that it meets no other use of advisory locks. */
const DEPLOY_LOCK = 0x6465_706c;

/**
 * Lets one transaction at a time change the functions of an environment; the lock ends with the transaction.
 * @throws {AppError} `concurrent_deployment` when another one is at it.
 */
export async function lockDeploys(environmentId: number, tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS locked', [
    DEPLOY_LOCK,
    environmentId,
  ]);
  if (rows[0]?.locked) return;
  throw new AppError(
    'concurrent_deployment',
    'Another deploy to this environment is running: wait until it has ended and deploy again.',
  );
}

/**
 * Holds the integrations whose functions are about to change, so that a connection that is created or deleted meanwhile has the
 * syncs of what is published then.
 * @throws {AppError} `concurrent_deployment` when one of them was deleted.
 */
export async function lockIntegrations(ids: readonly number[], tx: Transaction): Promise<void> {
  if ((await new IntegrationRepository(tx).lock(ids, tx)) === new Set(ids).size) return;
  throw new AppError(
    'concurrent_deployment',
    'An integration of these functions was deleted meanwhile; nothing was changed.',
  );
}
