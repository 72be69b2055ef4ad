import type { FunctionKind } from '@svc/contracts';
import type { Queryable } from '../database.js';

/** A deploy to be written down. */
export interface NewDeploy {
  readonly id: string;
  readonly environmentId: number;
  readonly kind: string;
  /** Key that deploys. */
  readonly keyId: number | null;
  readonly restoredId?: string | undefined;
}

/** Which version of a function a deploy replaced by which. */
export interface DeployChange {
  readonly functionId: number;
  readonly fromVersionId: string | null;
  readonly toVersionId: string | null;
}

/** A deploy as it is listed. */
export interface DeployRow {
  readonly id: string;
  readonly kind: string;
  readonly createdBy: string | null;
  readonly restoredId: string | null;
  readonly createdAt: Date;
  /** Whether all of its versions are kept. */
  readonly isRestorable: boolean;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** A function that deploys changed, as it is now. */
export interface DeployedState extends DeployChange {
  readonly integrationId: number;
  readonly providerConfigKey: string;
  readonly type: FunctionKind;
  readonly name: string;
}

const DEPLOY = `d.id, d.kind, d.created_by AS "createdBy", d.restored_id AS "restoredId", d.created_at AS "createdAt",
  d.is_restorable AS "isRestorable"`;

const COUNTS = `
  (SELECT jsonb_build_object('created', count(*) FILTER (WHERE c.from_version_id IS NULL),
     'updated', count(*) FILTER (WHERE c.from_version_id IS NOT NULL AND c.to_version_id IS NOT NULL),
     'deleted', count(*) FILTER (WHERE c.to_version_id IS NULL)) FROM deploy_changes c WHERE c.deploy_id = d.id) AS counts`;

const STATE = `f.id AS "functionId", f.integration_id AS "integrationId", i.unique_key AS "providerConfigKey", f.type, f.name`;

type Counted = Omit<DeployRow, 'created' | 'updated' | 'deleted'> & {
  readonly counts: Pick<DeployRow, 'created' | 'updated' | 'deleted'>;
};

/** What was deployed to environments, and what that changed. */
export class DeployRepository {
  constructor(private readonly database: Queryable) {}

  /** Under the lock of the environment's deploys. */
  async insert(deploy: NewDeploy, changes: readonly DeployChange[], tx: Queryable): Promise<void> {
    await tx.query(
      `INSERT INTO deploys (id, environment_id, kind, created_by, restored_id)
       VALUES ($1, $2, $3, (SELECT display_name FROM api_keys WHERE id = $4), $5)`,
      [deploy.id, deploy.environmentId, deploy.kind, deploy.keyId, deploy.restoredId ?? null],
    );
    await tx.query(
      `INSERT INTO deploy_changes (deploy_id, function_id, from_version_id, to_version_id)
       SELECT $1, * FROM unnest($2::int[], $3::uuid[], $4::uuid[])`,
      [
        deploy.id,
        changes.map(({ functionId }) => functionId),
        changes.map(({ fromVersionId }) => fromVersionId),
        changes.map(({ toVersionId }) => toVersionId),
      ],
    );
  }

  /** Latest first; those before `before`, a deploy of the environment. */
  async list(
    environmentId: number,
    { before, limit }: { readonly before: string | undefined; readonly limit: number },
    tx: Queryable = this.database,
  ): Promise<DeployRow[]> {
    const { rows } = await tx.query<Counted>(
      `SELECT ${DEPLOY}, ${COUNTS} FROM deploys d
        WHERE d.environment_id = $1
          AND ($2::uuid IS NULL OR (d.created_at, d.id) < (SELECT b.created_at, b.id FROM deploys b WHERE b.id = $2))
        ORDER BY d.created_at DESC, d.id DESC LIMIT $3`,
      [environmentId, before ?? null, limit],
    );
    return rows.map(flat);
  }

  async find(environmentId: number, id: string, tx: Queryable = this.database): Promise<DeployRow | undefined> {
    const { rows } = await tx.query<Counted>(
      `SELECT ${DEPLOY}, ${COUNTS} FROM deploys d WHERE d.environment_id = $1 AND d.id = $2`,
      [environmentId, id],
    );
    return rows.map(flat)[0];
  }

  /** What a deploy did, by the names that the functions have. */
  async changesOf(id: string): Promise<DeployedState[]> {
    const { rows } = await this.database.query<DeployedState>(
      `SELECT ${STATE}, c.from_version_id AS "fromVersionId", c.to_version_id AS "toVersionId"
         FROM deploy_changes c JOIN functions f ON f.id = c.function_id JOIN integrations i ON i.id = f.integration_id
        WHERE c.deploy_id = $1 ORDER BY i.unique_key, f.name, f.type`,
      [id],
    );
    return rows;
  }

  /**
   * What would have to change for every function to be as it was right after a deploy: `from` is what is published now, `to`
   * what was published then. Functions of integrations that are gone stay gone with them.
   */
  async changesBackTo(environmentId: number, id: string, tx: Queryable): Promise<DeployedState[]> {
    const { rows } = await tx.query<DeployedState>(
      `WITH later AS (
         SELECT DISTINCT ON (c.function_id) c.function_id, c.from_version_id AS then_version_id
           FROM deploys d JOIN deploy_changes c ON c.deploy_id = d.id
          WHERE d.environment_id = $1
            AND (d.created_at, d.id) > (SELECT t.created_at, t.id FROM deploys t WHERE t.id = $2)
          ORDER BY c.function_id, d.created_at, d.id
       ), compared AS (
         SELECT ${STATE}, CASE WHEN f.deleted_at IS NULL THEN f.current_version_id END AS "fromVersionId",
                l.then_version_id AS "toVersionId"
           FROM later l JOIN functions f ON f.id = l.function_id
           JOIN integrations i ON i.id = f.integration_id AND i.deleted_at IS NULL
       )
       SELECT * FROM compared WHERE "fromVersionId" IS DISTINCT FROM "toVersionId"
        ORDER BY "providerConfigKey", name, type`,
      [environmentId, id],
    );
    return rows;
  }
}

const flat = ({ counts, ...row }: Counted): DeployRow => ({ ...row, ...counts });
