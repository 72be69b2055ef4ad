import { createHash } from 'node:crypto';
import {
  Query,
  type Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource, type DataSourceOptions } from './data-source.js';

/** Runs SQL: the database itself, or one transaction of it. Repositories take either. */
export interface Queryable {
  /** Entities of the same connection or transaction. */
  readonly manager: EntityManager;
  /** @param values for `$1`, `$2`, ... */
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<QueryOutcome<Row>>;
  /**
   * As {@link query}, for look-ups by key on the hot paths: each connection plans the statement once instead of with each call,
   * which costs more than running it. Only for statements whose plan is the same whatever the values are.
   */
  lookUp<Row extends QueryResultRow>(sql: string, values: readonly unknown[]): Promise<QueryOutcome<Row>>;
}

export interface QueryOutcome<Row> {
  readonly rows: Row[];
  /** Rows that the statement read, inserted, changed or deleted. */
  readonly rowCount: number;
}

/** A transaction that is open. */
export interface Transaction extends Queryable {
  /** The connection, for what needs the driver itself, such as COPY. */
  readonly client: PoolClient;
  /** Runs `work` once the transaction has been committed, and never when it is rolled back. It must not throw. */
  afterCommit(work: () => void): void;
}

/** Takes the values of a row, in the order of the columns. */
export type TakeRow = (values: readonly (string | null)[]) => void;

const TEXT_TYPES = { getTypeParser: () => (text: string) => text };

/** The one way to PostgreSQL: TypeORM for entities and migrations, plain SQL over the same pool for the hot paths. */
export class Database implements Queryable {
  private constructor(private readonly dataSource: DataSource) {}

  static async connect(options: DataSourceOptions): Promise<Database> {
    return new Database(await createDataSource(options).initialize());
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** The driver's pool; its `query` needs no checkout and is the fastest way to one statement. */
  get pool(): Pool {
    const { driver } = this.dataSource;
    if (!('master' in driver)) throw new Error('The data source has no PostgreSQL pool.');
    return driver.master as Pool;
  }

  async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<QueryOutcome<Row>> {
    return outcomeOf(await this.pool.query<Row>(sql, [...values]));
  }

  async lookUp<Row extends QueryResultRow>(sql: string, values: readonly unknown[]): Promise<QueryOutcome<Row>> {
    return outcomeOf(await this.pool.query<Row>(planned(sql, values)));
  }

  /** Hands each row to `take` as soon as it arrives, its values as the text that PostgreSQL writes: JSON is not parsed. */
  async readRows(sql: string, values: readonly unknown[], take: TakeRow): Promise<void> {
    const client = await this.pool.connect();
    await readRows(client, { sql, values, take }).then(() => client.release(), releaseBroken(client));
  }

  /**
   * As {@link readRows}, for rows in the order of an index. The planner may not collect and sort instead: where its
   * statistics lag behind, it would read a whole stream for each page of it.
   */
  async readRowsInOrder(sql: string, values: readonly unknown[], take: TakeRow): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN READ ONLY; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off');
      await readRows(client, { sql, values, take });
    } catch (error) {
      return releaseBroken(client)(error);
    }
    // Nothing was written, so nobody has to wait for the end of the transaction.
    void client
      .query('COMMIT')
      .then(() => client.release(), releaseBroken(client))
      .catch(() => undefined);
  }

  /** Commits when `work` resolves, rolls back when it throws. Never wait for anything but the database inside. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client: PoolClient = await runner.connect();
    const followUps: (() => void)[] = [];
    try {
      await runner.startTransaction();
      const outcome = await work({
        manager: runner.manager,
        client,
        afterCommit: (followUp) => followUps.push(followUp),
        query: async (sql, values = []) => outcomeOf(await client.query(sql, [...values])),
        lookUp: async (sql, values) => outcomeOf(await client.query(planned(sql, values))),
      });
      await runner.commitTransaction();
      for (const followUp of followUps) followUp();
      return outcome;
    } catch (error) {
      // A broken connection cannot roll back; PostgreSQL does it then. The first error is the one that matters.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}

const outcomeOf = <Row extends QueryResultRow>({ rows, rowCount }: QueryResult<Row>): QueryOutcome<Row> => ({
  rows,
  rowCount: rowCount ?? 0,
});

/** PostgreSQL keeps a plan under a name, for as long as the connection lives. */
const planned = (sql: string, values: readonly unknown[]): QueryConfig => ({
  name: createHash('sha256').update(sql).digest('base64url'),
  text: sql,
  values: [...values],
});

interface RowReading {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly take: TakeRow;
}

const readRows = (client: PoolClient, { sql, values, take }: RowReading): Promise<void> =>
  new Promise((resolve, reject) => {
    const config: QueryArrayConfig = { text: sql, values: [...values], rowMode: 'array', types: TEXT_TYPES };
    const query = new Query<(string | null)[]>(config);
    query.on('row', (row) => {
      // The driver calls this from the socket's event, where nobody else would catch it.
      try {
        take(row);
      } catch (error) {
        reject(error);
      }
    });
    query.once('end', () => resolve());
    query.on('error', reject);
    client.query(query);
  });

/** A connection with a failed transaction is closed rather than given to the next caller. */
const releaseBroken =
  (client: PoolClient) =>
  (reason: unknown): never => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    client.release(error);
    throw error;
  };
