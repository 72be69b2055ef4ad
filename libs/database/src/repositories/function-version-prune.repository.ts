import type { Queryable } from '../database.js';

/** Which versions may go. */
export interface VersionsToPrune {
  /** Latest versions of each function that stay. */
  readonly kept: number;
  /** A version that was published after this stays. */
  readonly unusedSince: Date;
  readonly limit: number;
}

/**
 * Versions that are older than the ones kept, are not published, were not published of late, and that no run tells of. Those
 * that somebody is about to publish again are locked, and left for later.
 */
const TOO_OLD = `
  SELECT v.id, v.function_id, v.script_hash, f.environment_id
    FROM functions f
    CROSS JOIN LATERAL (SELECT id FROM function_versions
                         WHERE function_id = f.id ORDER BY created_at DESC, id DESC OFFSET $1) old
    JOIN function_versions v ON v.id = old.id
   WHERE v.id IS DISTINCT FROM f.current_version_id AND v.created_at < $2
     AND NOT EXISTS (SELECT FROM deploy_changes c JOIN deploys d ON d.id = c.deploy_id
                      WHERE c.function_id = f.id AND d.created_at >= $2 AND v.id IN (c.from_version_id, c.to_version_id))
     AND NOT EXISTS (SELECT FROM action_runs r WHERE r.function_version_id = v.id)
     AND NOT EXISTS (SELECT FROM sync_runs r WHERE r.function_version_id = v.id)
     AND NOT EXISTS (SELECT FROM function_invocations r WHERE r.function_version_id = v.id)
   LIMIT $3 FOR UPDATE OF v SKIP LOCKED`;

/** Takes versions of functions away that nobody will go back to. */
export class FunctionVersionPruneRepository {
  constructor(private readonly database: Queryable) {}

  /** Deletes some of them, and notes which deploys cannot be restored without them; how many. */
  async prune({ kept, unusedSince, limit }: VersionsToPrune): Promise<number> {
    const { rows } = await this.database.query<{ n: number }>(
      `WITH too_old AS (${TOO_OLD}),
       gone AS (DELETE FROM function_versions WHERE id IN (SELECT id FROM too_old) RETURNING id),
       spans AS (
         SELECT l.environment_id, l.created_at AS until,
                (SELECT max(p.created_at) FROM deploy_changes b JOIN deploys p ON p.id = b.deploy_id
                  WHERE b.function_id = c.function_id AND b.to_version_id = o.id AND p.created_at < l.created_at) AS since
           FROM too_old o
           JOIN deploy_changes c ON c.function_id = o.function_id AND c.from_version_id = o.id
           JOIN deploys l ON l.id = c.deploy_id
       ), lost AS (
         UPDATE deploys d SET is_restorable = false FROM spans s
          WHERE d.environment_id = s.environment_id AND d.created_at >= s.since AND d.created_at < s.until AND d.is_restorable
       )
       SELECT count(*)::int AS n FROM gone`,
      [kept, unusedSince, limit],
    );
    return rows[0]?.n ?? 0;
  }

  /** Deletes scripts that no version has; how many. One that a deploy stores at this moment stays. */
  async pruneScripts(storedBefore: Date, limit: number): Promise<number> {
    const { rows } = await this.database.query<{ n: number }>(
      `WITH gone AS (
         DELETE FROM scripts WHERE (environment_id, hash) IN (
           SELECT s.environment_id, s.hash FROM scripts s
            WHERE s.stored_at < $1
              AND NOT EXISTS (SELECT FROM function_versions v JOIN functions f ON f.id = v.function_id
                               WHERE v.script_hash = s.hash AND f.environment_id = s.environment_id)
            LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING hash)
       SELECT count(*)::int AS n FROM gone`,
      [storedBefore, limit],
    );
    return rows[0]?.n ?? 0;
  }
}
