import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operations and their log lines, partitioned by the day of the operation. Ids of operations are UUIDs of version 7, so the
 * id carries the time: a partition holds a range of ids, and an operation's lines lie in the partition of its day. Days are
 * added and dropped by `OperationRetention`; what belongs to no day yet waits in the default partition.
 */
export class Operations1763740900000 implements MigrationInterface {
  readonly name = 'Operations1763740900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operations (
        id uuid PRIMARY KEY,
        environment_id integer NOT NULL,
        type text NOT NULL,
        action text,
        status text NOT NULL DEFAULT 'running',
        integration_id integer,
        provider_config_key text,
        connection_id integer,
        connection_key text,
        function_name text,
        sync_id uuid,
        workflow_id text,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        error jsonb
      ) PARTITION BY RANGE (id)`);
    await runner.query(`CREATE INDEX operations_environment ON operations (environment_id, id)`);
    await runner.query(
      `CREATE INDEX operations_connection ON operations (connection_id, id) WHERE connection_id IS NOT NULL`,
    );
    await runner.query(`CREATE TABLE operations_default PARTITION OF operations DEFAULT`);
    await runner.query(`
      CREATE TABLE log_lines (
        operation_id uuid NOT NULL,
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        level text NOT NULL,
        message text NOT NULL,
        payload jsonb,
        PRIMARY KEY (operation_id, id)
      ) PARTITION BY RANGE (operation_id)`);
    await runner.query(`CREATE TABLE log_lines_default PARTITION OF log_lines DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE log_lines`);
    await runner.query(`DROP TABLE operations`);
  }
}
