import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Database, type SliceExecution, type SliceStart } from '@svc/database';
import { createTestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { createSyncFixture, type SyncFixture } from './sync-fixture.js';
import { SyncServices } from './sync-services.js';

/** A slice's activity, another one each time. */
export const sliceExecution = (ownerId: string = randomUUID()): SliceExecution => ({
  ownerId,
  sliceRunId: 'execution',
  activityId: randomUUID(),
});

/** Syncs for the tests of a file: a database of its own, the services over it, and for each test a connection with the sync `items`. */
export class SyncBed {
  database!: Database;
  services!: SyncServices;
  fixture!: SyncFixture;
  /** The sync `items` of the connection. */
  syncId = '';
  private dropDatabase: (() => Promise<void>) | undefined;

  /** Sets up around the tests of the `describe` that this is called in. */
  static use(settings: Readonly<Record<string, string>> = {}): SyncBed {
    const bed = new SyncBed();
    beforeAll(() => bed.start(settings));
    afterAll(() => bed.stop());
    beforeEach(() => bed.connect());
    return bed;
  }

  /** Makes another connection with the sync `items` the one of this bed. */
  async connect(): Promise<void> {
    this.fixture = await createSyncFixture(this.database);
    await this.createSyncs();
    this.syncId = await this.syncIdOf('items');
  }

  /** Gives the connection an instance of every sync that is published. */
  async createSyncs(): Promise<void> {
    await this.database.transaction((tx) => this.services.instances.createForConnection(tx, this.fixture));
  }

  async syncIdOf(name: string): Promise<string> {
    const { rows } = await this.database.query<{ id: string }>(
      'SELECT id FROM syncs WHERE connection_id = $1 AND name = $2 AND deleted_at IS NULL',
      [this.fixture.connectionId, name],
    );
    return rows[0]?.id ?? '';
  }

  async syncRow(id = this.syncId) {
    return (await this.database.query('SELECT * FROM syncs WHERE id = $1', [id])).rows[0];
  }

  async runRow(runId: string) {
    return (await this.database.query('SELECT * FROM sync_runs WHERE id = $1', [runId])).rows[0];
  }

  /** What an execution says of itself that wants to run a sync. */
  claim(temporalRunId: string = randomUUID(), syncId = this.syncId) {
    return { syncId, workflowId: `sync-${syncId}`, temporalRunId };
  }

  /** Opens a run and answers its id. */
  async openRun(syncId = this.syncId): Promise<string> {
    const start = await this.services.runs().start(this.claim(undefined, syncId));
    if (!start.started) throw new Error(start.reason);
    return start.runId;
  }

  /** Begins a slice of a run. */
  async beginSlice(runId: string, ownerId?: string): Promise<SliceStart> {
    const beginning = await this.services.slices.begin(runId, sliceExecution(ownerId));
    if (!beginning.begun) throw new Error(beginning.outcome.outcome);
    return beginning.start;
  }

  /** How many connections to the database wait for a lock. */
  async waitingForLocks(): Promise<number> {
    const { rowCount } = await this.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount;
  }

  private async start(settings: Readonly<Record<string, string>>): Promise<void> {
    const testDatabase = await createTestDatabase();
    this.dropDatabase = () => testDatabase.drop();
    this.database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
    this.services = new SyncServices(this.database, settings);
  }

  private async stop(): Promise<void> {
    await this.services?.close();
    await this.database?.close();
    await this.dropDatabase?.();
  }
}
