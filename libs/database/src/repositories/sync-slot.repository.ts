import type { Transaction } from '../database.js';

/** Most slices that execute at the same time. */
export interface SlotLimits {
  readonly perEnvironment: number;
  readonly perIntegration: number;
  readonly perCustomer: number;
  readonly perConnection: number;
}

/** Whether a run may execute a slice now. */
export interface SlotAnswer {
  readonly isFree: boolean;
  /** Runs of the same customer that wait for a slot. */
  readonly waiting: number;
}

/** Keeps slots of one environment apart from other uses of PostgreSQL's advisory locks. */
const SLOT_LOCK_CLASS = 725_310;

/** Of the runs of a customer that wait, some ask within this, however many they are; where none does, none is left. */
const STILL_WAITS = `interval '60 seconds'`;

/** Slots of slices: who may execute one, fair between customers. */
export class SyncSlotRepository {
  /**
   * Whether a slice of the run may begin; where not, the run is noted as waiting. Held until the transaction ends, for the whole
   * environment. Beside the limits, a slot is left to each waiting run that could take it and whose customer has fewer.
   *
   * @param customerTag tag of a connection that names its customer; without it the connection is one
   */
  async ask(runId: string, limits: SlotLimits, customerTag: string, tx: Transaction): Promise<SlotAnswer> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(${SLOT_LOCK_CLASS}, s.environment_id)
         FROM sync_runs r JOIN syncs s ON s.id = r.sync_id WHERE r.id = $1`,
      [runId],
    );
    const { perEnvironment, perIntegration, perCustomer, perConnection } = limits;
    const { rows } = await tx.query<SlotAnswer>(
      `WITH run AS (
         SELECT r.id, s.environment_id, s.integration_id, s.connection_id, r.owner_id IS NOT NULL AND r.id <> $1 AS executes,
                coalesce(r.slot_asked_at > now() - ${STILL_WAITS}, false) AND r.owner_id IS NULL AND r.id <> $1 AS waits,
                coalesce(c.tags ->> $2, 'connection ' || c.id) AS customer
           FROM sync_runs r JOIN syncs s ON s.id = r.sync_id JOIN connections c ON c.id = s.connection_id
          WHERE r.status = 'RUNNING'
            AND s.environment_id = (SELECT y.environment_id FROM sync_runs x JOIN syncs y ON y.id = x.sync_id WHERE x.id = $1)
       ), load AS (
         SELECT *, count(*) FILTER (WHERE executes) OVER () AS environment,
                count(*) FILTER (WHERE executes) OVER (PARTITION BY integration_id) AS integration,
                count(*) FILTER (WHERE executes) OVER (PARTITION BY customer) AS of_customer,
                count(*) FILTER (WHERE executes) OVER (PARTITION BY connection_id) AS connection,
                count(*) FILTER (WHERE waits) OVER (PARTITION BY customer) AS waiting
           FROM run
       ), mine AS (SELECT * FROM load WHERE id = $1), ahead AS (
         SELECT count(*) AS everywhere, count(*) FILTER (WHERE l.integration_id = m.integration_id) AS here
           FROM load l, mine m
          WHERE l.waits AND l.of_customer < m.of_customer
            AND l.integration < $4 AND l.of_customer < $5 AND l.connection < $6
       )
       SELECT m.environment + a.everywhere < $3 AND m.integration + a.here < $4 AND m.of_customer < $5 AND m.connection < $6 AS "isFree",
              m.waiting::int AS waiting
         FROM mine m, ahead a`,
      [runId, customerTag, perEnvironment, perIntegration, perCustomer, perConnection],
    );
    // A run that has ended needs no slot to hear of it.
    const answer = rows[0] ?? { isFree: true, waiting: 0 };
    if (!answer.isFree)
      await tx.query(
        `UPDATE sync_runs SET slot_asked_at = now(), reason = 'queued' WHERE id = $1 AND status = 'RUNNING'`,
        [runId],
      );
    return answer;
  }
}
