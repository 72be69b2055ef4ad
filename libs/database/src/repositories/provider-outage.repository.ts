import type { Queryable } from '../database.js';

/** Whose refreshes fail where. */
export interface OutageKey {
  readonly integrationId: number;
  readonly host: string;
}

/** When many failures are one outage. */
export interface OutageRules {
  /** Different connections that failed within the window, none having worked meanwhile. */
  readonly connections: number;
  /** What is older counts no more; an outage that nobody has probed for so long is taken for over. */
  readonly windowMs: number;
  /** Wait before the first probe, in milliseconds; doubles with each that fails. */
  readonly firstProbeMs: number;
  readonly longestProbeMs: number;
}

/** An outage that is open. */
export interface OpenOutage {
  readonly openedAt: Date;
  readonly nextProbeAt: Date;
  readonly reason: string;
}

const OPEN = `opened_at AS "openedAt", next_probe_at AS "nextProbeAt", reason`;

const IS_OLD = `clock_timestamp() - $5 * interval '1 ms' >
  CASE WHEN o.opened_at IS NULL THEN o.window_began_at ELSE o.next_probe_at END`;

const COUNT = `
INSERT INTO provider_outages AS o (integration_id, host, failed_connection_ids, window_began_at, next_probe_at, reason)
VALUES ($1, $2, ARRAY[$3::int], clock_timestamp(), clock_timestamp(), $4)
ON CONFLICT (integration_id, host) DO UPDATE
   SET failed_connection_ids = CASE
         WHEN ${IS_OLD} THEN ARRAY[$3::int]
         WHEN $3::int = ANY (o.failed_connection_ids) OR cardinality(o.failed_connection_ids) >= $6
         THEN o.failed_connection_ids
         ELSE o.failed_connection_ids || $3::int END,
       window_began_at = CASE WHEN ${IS_OLD} THEN clock_timestamp() ELSE o.window_began_at END,
       opened_at = CASE WHEN ${IS_OLD} THEN NULL ELSE o.opened_at END,
       reason = $4`;

/** Outages of providers as the refreshes of all processes see them. */
export class ProviderOutageRepository {
  constructor(private readonly database: Queryable) {}

  async findOpen({ integrationId, host }: OutageKey, { windowMs }: OutageRules): Promise<OpenOutage | undefined> {
    const { rows } = await this.database.query<OpenOutage>(
      `SELECT ${OPEN} FROM provider_outages
        WHERE integration_id = $1 AND host = $2 AND opened_at IS NOT NULL
          AND next_probe_at > clock_timestamp() - $3 * interval '1 ms'`,
      [integrationId, host, windowMs],
    );
    return rows[0];
  }

  /** Takes the probe that is due. One of all processes gets it. */
  async takeProbe({ integrationId, host }: OutageKey, rules: OutageRules): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE provider_outages
          SET probes = probes + 1,
              next_probe_at = clock_timestamp() + least($3 * 2 ^ least(probes + 1, 20), $4) * interval '1 ms'
        WHERE integration_id = $1 AND host = $2 AND opened_at IS NOT NULL AND next_probe_at <= clock_timestamp()`,
      [integrationId, host, rules.firstProbeMs, rules.longestProbeMs],
    );
    return rowCount === 1;
  }

  /** Counts a failure. Answers whether the outage began with it. */
  async countFailure(
    { integrationId, host }: OutageKey,
    { connectionId, reason }: { readonly connectionId: number; readonly reason: string },
    rules: OutageRules,
  ): Promise<boolean> {
    await this.database.query(COUNT, [integrationId, host, connectionId, reason, rules.windowMs, rules.connections]);
    const { rowCount } = await this.database.query(
      `UPDATE provider_outages
          SET opened_at = clock_timestamp(), probes = 0, next_probe_at = clock_timestamp() + $4 * interval '1 ms'
        WHERE integration_id = $1 AND host = $2 AND opened_at IS NULL AND cardinality(failed_connection_ids) >= $3`,
      [integrationId, host, rules.connections, rules.firstProbeMs],
    );
    return rowCount === 1;
  }

  /** Something worked: whatever was counted is over. Answers since when the outage had been open, if it was. */
  async close({ integrationId, host }: OutageKey): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ openedAt: Date | null }>(
      `DELETE FROM provider_outages WHERE integration_id = $1 AND host = $2 RETURNING opened_at AS "openedAt"`,
      [integrationId, host],
    );
    return rows[0]?.openedAt ?? undefined;
  }
}
