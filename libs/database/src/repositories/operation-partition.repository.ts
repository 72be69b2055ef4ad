import type { Transaction } from '../database.js';
import { firstOperationIdAt } from './operation-id.js';

/** The tables that are partitioned by the day of an operation, with the column that holds its id. */
const PARTITIONED = [
  { table: 'operations', idColumn: 'id' },
  { table: 'log_lines', idColumn: 'operation_id' },
] as const;

const DAY_MS = 86_400_000;

/** Any number: the same in all processes, so that one of them works on partitions at a time. */
const PARTITION_LOCK = 725_310_003;

/** Adds and removes the days of `operations` and `log_lines`. `day` is `YYYY-MM-DD`, in UTC. */
export class OperationPartitionRepository {
  constructor(private readonly tx: Transaction) {}

  /** Whether this transaction is the one that may change partitions now. */
  async lock(): Promise<boolean> {
    // Maintenance waits briefly rather than holding up the writers queued behind it; the next round tries again.
    await this.tx.query(`SET LOCAL lock_timeout = '5s'`);
    const { rows } = await this.tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      PARTITION_LOCK,
    ]);
    return rows[0]?.locked ?? false;
  }

  /** The days that have partitions, oldest first. */
  async listDays(): Promise<string[]> {
    const { rows } = await this.tx.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'operations'::regclass AND c.relname <> 'operations_default' ORDER BY c.relname`,
    );
    return rows.map(({ name }) => dayOfPartition(name));
  }

  /** Adds a day; rows of that day which waited in the default partition move into it. */
  async addDay(day: string): Promise<void> {
    const { from, to } = idsOfDay(day);
    for (const { table, idColumn } of PARTITIONED) {
      const partition = partitionOf(table, day);
      await this.tx.query(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`);
      await this.tx.query(`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`);
      await this.tx.query(
        `WITH moved AS (DELETE FROM ${table}_default WHERE ${idColumn} >= $1 AND ${idColumn} < $2 RETURNING *)
         INSERT INTO ${partition} SELECT * FROM moved`,
        [from, to],
      );
      await this.tx.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM ('${from}') TO ('${to}')`,
      );
    }
  }

  /** Removes a day with everything in it. */
  async dropDay(day: string): Promise<void> {
    for (const { table } of PARTITIONED) await this.tx.query(`DROP TABLE IF EXISTS ${partitionOf(table, day)}`);
  }

  /** Removes what is older than a day from the default partitions, where strays of unknown days lie. */
  async pruneDefault(beforeDay: string): Promise<void> {
    const { from } = idsOfDay(beforeDay);
    for (const { table, idColumn } of PARTITIONED) {
      await this.tx.query(`DELETE FROM ${table}_default WHERE ${idColumn} < $1`, [from]);
    }
  }
}

const partitionOf = (table: string, day: string): string => `${table}_${day.replaceAll('-', '_')}`;

const dayOfPartition = (name: string): string => name.slice('operations_'.length).replaceAll('_', '-');

function idsOfDay(day: string): { from: string; to: string } {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(start)) throw new Error(`Not a day: ${day}`);
  return { from: firstOperationIdAt(start), to: firstOperationIdAt(start + DAY_MS) };
}
