import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type TestAnswer } from './api-under-test.js';

/** A published definition, as far as syncs look at it. */
const definition = (fields: object): string =>
  JSON.stringify({ runs: 'every hour', autoStart: true, models: ['Item', 'Note'], schemas: {}, ...fields });

/** A run as a test wants to see it shown. */
export interface ShownRun {
  readonly status: string;
  readonly reason?: string | null;
  readonly results?: object;
  readonly finishedAt?: Date | string;
  readonly error?: object;
}

/** The API with an integration that has the syncs `items` and `manual` (not started by itself), and a connection `c1`. */
export class SyncsUnderTest {
  integration = '';

  private constructor(readonly api: ApiUnderTest) {}

  static async start(): Promise<SyncsUnderTest> {
    const api = await ApiUnderTest.start({ TEMPORAL_UI_URL: 'http://temporal.test' });
    return new SyncsUnderTest(api);
  }

  async stop(): Promise<void> {
    await this.api.close();
  }

  /** A new integration, so that tests do not meet. */
  async reset(): Promise<void> {
    this.integration = `api-${randomUUID()}`;
    await this.api.request('POST', '/integrations', {
      body: { provider: 'unauthenticated', unique_key: this.integration },
    });
    await this.publish('items');
    await this.publish('manual', { autoStart: false });
    await this.connect('c1');
  }

  async publish(name: string, fields: object = {}): Promise<void> {
    await this.api.database.query(
      `WITH integration AS (SELECT id, environment_id FROM integrations WHERE unique_key = $1),
       function AS (
         INSERT INTO functions (environment_id, integration_id, type, name, current_version_id)
         SELECT environment_id, id, 'sync', $2, $3 FROM integration RETURNING id
       )
       INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
       SELECT $3, id, gen_random_uuid(), 'hash', '', $4 FROM function`,
      [this.integration, name, randomUUID(), definition(fields)],
    );
  }

  async connect(connectionId: string): Promise<TestAnswer> {
    const body = {
      provider_config_key: this.integration,
      connection_id: connectionId,
      credentials: { type: 'NONE' },
      connection_config: { baseUrl: 'http://127.0.0.1:9' },
    };
    return await this.api.request('POST', '/connections', { body });
  }

  /** Posts about `c1`, unless `body` says otherwise. */
  async post(path: string, body: object): Promise<TestAnswer> {
    return await this.api.request('POST', path, {
      body: { provider_config_key: this.integration, connection_id: 'c1', ...body },
    });
  }

  /** Entries of `GET /sync/status`. */
  async status(syncs = '*', connectionId = 'c1'): Promise<any[]> {
    const query = `syncs=${syncs}&provider_config_key=${this.integration}&connection_id=${connectionId}`;
    return (await this.api.request('GET', `/sync/status?${query}`)).body.syncs;
  }

  async statusOf(name: string): Promise<any> {
    return (await this.status(name))[0];
  }

  /** Puts a run of a sync of `c1` where it would be. */
  async run(name: string, { status, reason = null, results = {}, finishedAt, error }: ShownRun): Promise<void> {
    await this.api.database.query(
      `WITH sync AS (
         UPDATE syncs SET pending_trigger = NULL FROM connections c
          WHERE c.id = syncs.connection_id AND c.connection_id = 'c1' AND syncs.name = $1
            AND syncs.integration_id = (SELECT id FROM integrations WHERE unique_key = $2)
         RETURNING syncs.id, syncs.function_id
       )
       INSERT INTO sync_runs (sync_id, function_version_id, workflow_id, temporal_run_id, operation_id, status, reason, results, finished_at, error)
       SELECT sync.id, f.current_version_id, 'sync-1', 'run', gen_random_uuid(), $3, $4, $5, $6, $7
         FROM sync JOIN functions f ON f.id = sync.function_id`,
      [name, this.integration, status, reason, JSON.stringify(results), finishedAt ?? null, error ?? null],
    );
  }
}

/** Status and code of a refusal. */
export const errorOf = ({ status, body }: TestAnswer): [number, string | undefined] => [status, body.error?.code];
