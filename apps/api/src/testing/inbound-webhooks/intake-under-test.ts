import { InboundLane } from '@svc/domain';
import { ApiUnderTest, type TestAnswer } from '../api-under-test.js';

const PUBLIC_URL = 'https://hooks.acme.test';

/** A webhook to send. */
export interface Webhook {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An integration of its own, to which webhooks are sent. */
export interface TestIntegration {
  readonly key: string;
  readonly id: number;
  /** Path of its address. */
  readonly path: string;
  /** Its address as providers know it. */
  readonly url: string;
}

/** A connection as a test needs it. */
export interface TestConnection {
  readonly connectionId: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The API, with integrations that get webhooks, and their lanes drained on request. */
export class IntakeUnderTest {
  private counter = 0;

  private constructor(readonly api: ApiUnderTest) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<IntakeUnderTest> {
    return new IntakeUnderTest(await ApiUnderTest.start({ PUBLIC_URL, ...settings }));
  }

  async close(): Promise<void> {
    await this.api.close();
  }

  async integration(provider: string, body: Readonly<Record<string, unknown>> = {}): Promise<TestIntegration> {
    const key = `${provider}-${(this.counter += 1)}`;
    const answer = await this.api.request('POST', '/integrations', { body: { provider, unique_key: key, ...body } });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const { body: shown } = await this.api.request('GET', `/integrations/${key}?include=webhook`);
    const url: string = shown.data.webhook_url;
    const { rows } = await this.api.database.query<{ id: number }>(
      'SELECT id FROM integrations WHERE unique_key = $1',
      [key],
    );
    return { key, id: rows[0]?.id ?? 0, path: url.slice(PUBLIC_URL.length), url };
  }

  async connection({ id }: TestIntegration, { connectionId, config = {}, metadata }: TestConnection): Promise<void> {
    await this.api.database.query(
      `INSERT INTO connections (environment_id, integration_id, connection_id, connection_config, metadata)
       SELECT environment_id, id, $2, $3, $4 FROM integrations WHERE id = $1`,
      [id, connectionId, JSON.stringify(config), metadata ? JSON.stringify(metadata) : null],
    );
  }

  async send(
    { path }: Pick<TestIntegration, 'path'>,
    { method = 'POST', query = '', headers = {}, body }: Webhook,
  ): Promise<TestAnswer> {
    return await this.api.request(method, path + query, {
      key: '',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
  }

  /** Works off the lane of an integration, as a worker does. */
  async drain({ id }: TestIntegration): Promise<void> {
    const lane = this.api.app.get(InboundLane, { strict: false });
    for (;;) {
      const items = await lane.claim(String(id), 100, []);
      if (items.length === 0) return;
      await Promise.all(items.map((item) => lane.process(item)));
    }
  }

  /** What customers are to be told of an integration, oldest first. */
  async forwarded({ key }: TestIntegration): Promise<any[]> {
    const { rows } = await this.api.database.query<{ payload: any }>(
      `SELECT payload FROM webhook_events WHERE type = 'forward' AND payload->>'providerConfigKey' = $1
        ORDER BY id`,
      [key],
    );
    return rows.map(({ payload }) => payload);
  }

  /** How many webhooks of an integration are stored. */
  async stored({ id }: TestIntegration): Promise<any[]> {
    const { rows } = await this.api.database.query(
      'SELECT * FROM inbound_webhooks WHERE integration_id = $1 ORDER BY id',
      [id],
    );
    return rows;
  }
}
