import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Svc } from '@svc/client';
import { loadConfig } from '@svc/config';
import { parseExactJson } from '@svc/contracts';
import { randomSecret, SecretBox } from '@svc/crypto';
import { Database, LaneRepository } from '@svc/database';
import { OutboundClient } from '@svc/http';
import { createTenant, createTestDatabase, waitFor, type TestDatabase } from '@svc/testing';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNING_KEY_PURPOSE } from '../accounts/environments.service.js';
import { WebhookSigningKeys } from '../accounts/webhook-signing-keys.service.js';
import { LaneDrain } from '../lanes/lane-drain.service.js';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { DEFAULT_LANE_TIMING } from '../lanes/lane-timing.js';
import { LaneWaker } from '../lanes/lane-waker.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { LaneWorkflows } from '../testing/lane-workflows.js';
import { silentLogger } from '../testing/sync-services.js';
import { DeadLetters } from './dead-letters.service.js';
import { DeliveryKeys } from './delivery-keys.service.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DeliverySource } from './delivery-source.service.js';
import { DEFAULT_DELIVERY_TIMING } from './delivery-timing.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';
import { WebhookRedelivery } from './webhook-redelivery.service.js';

const LANES = { ...DEFAULT_LANE_TIMING, lingerMs: 100, lookEveryMs: 10, failedMs: 100, shutdownMs: 500 };
const TIMING = {
  ...DEFAULT_DELIVERY_TIMING,
  requestMs: 300,
  retry: { initialMs: 20, maxMs: 100, maxDownMs: 100 },
  parking: { afterFailures: 3, firstMs: 50, longestMs: 150 },
  recoveryPerSecond: 200,
  concurrency: 8,
  heldBytes: 100_000,
};

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly n: number;
}

type Behaviour = (request: Received, response: ServerResponse) => void;

const accept: Behaviour = (_, response) => void response.writeHead(200).end('ok');

/** An endpoint of a customer that does as it is told. */
class Receiver {
  behaviour: Behaviour = accept;
  readonly received: Received[] = [];
  /** Event ids that were answered with 2xx. */
  readonly accepted: string[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), n: this.received.length };
        this.received.push(one);
        response.on('finish', () => {
          if (response.statusCode < 300) this.accepted.push(String(request.headers['webhook-id']));
        });
        this.behaviour(one, response);
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('webhooks to customers', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let outbound: OutboundClient;
  let environmentId: number;
  let connectionId: number;
  let workflows: LaneWorkflows;
  let waker: LaneWaker;
  let dispatch: WebhookDispatch;
  let redelivery: WebhookRedelivery;
  let letters: DeadLetters;
  let operations: OperationLog;
  let keys: WebhookSigningKeys;
  let source: DeliverySource;
  let receiver: Receiver;
  let url: string;
  let signingKey: string;
  const secrets = new SecretBox([Buffer.alloc(32, 7).toString('base64')]);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 10, applicationName: 'test' });
    outbound = new OutboundClient({ allowPrivateNetwork: true });
  }, 60_000);

  afterAll(async () => {
    outbound?.close();
    await database?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    ({ environmentId, connectionId } = await createTenant(database));
    signingKey = randomSecret();
    await database.query('UPDATE environments SET webhook_signing_key_sealed = $2 WHERE id = $1', [
      environmentId,
      secrets.seal(signingKey, SIGNING_KEY_PURPOSE),
    ]);
    receiver = new Receiver();
    url = await receiver.listen();
    await settings({ primary_url: url });
    const config = loadConfig({ NODE_ENV: 'development', DATABASE_URL: 'postgres://unused' });
    workflows = new LaneWorkflows();
    waker = new LaneWaker(database, workflows as never, silentLogger);
    const producer = new LaneProducer(database, waker);
    dispatch = new WebhookDispatch(database, producer, config);
    redelivery = new WebhookRedelivery(database, producer, dispatch, config);
    keys = new WebhookSigningKeys(database, secrets);
    const sender = new DeliverySender(outbound, new DeliveryKeys(keys, TIMING), config, TIMING);
    source = new DeliverySource(database, sender, new DeliveryOutcomes(database, TIMING), TIMING);
    workflows.drain = new LaneDrain(database, [source], LANES, silentLogger);
    operations = new OperationLog(database, silentLogger);
    letters = new DeadLetters(database, dispatch, operations);
  });

  afterEach(async () => {
    await waker.drain();
    await workflows.ended();
    await workflows.drain.onModuleDestroy();
    await operations.onApplicationShutdown();
    receiver.close();
  });

  const settings = async (value: object): Promise<void> =>
    void (await database.query('UPDATE environments SET settings = $2 WHERE id = $1', [
      environmentId,
      JSON.stringify(value),
    ]));
  const send = async (count: number, more: object = {}): Promise<string[]> => {
    const messages = Array.from({ length: count }, (_, n) => ({
      environmentId,
      connectionId,
      type: 'forward',
      payload: { type: 'forward', n, b: { y: 1, x: 2 }, a: 'ü' },
      ...more,
    }));
    const ids = await database.transaction((tx) => dispatch.send(tx, messages));
    return ids.filter((id) => id !== null);
  };
  const until = (what: string, ask: () => boolean): Promise<unknown> =>
    waitFor(what, 20_000, () => Promise.resolve(ask() || undefined));
  const allDelivered = (ids: readonly string[]): Promise<unknown> =>
    waitFor('the deliveries', 20_000, async () => {
      const { rows } = await database.query<{ open: number }>(
        'SELECT count(*)::int AS open FROM webhook_deliveries WHERE event_id = ANY($1) AND due_at IS NOT NULL',
        [ids],
      );
      return rows[0]?.open === 0 || undefined;
    });
  const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

  it('arrive signed, with sorted keys and a stable id', async () => {
    const [id] = await send(1, { headers: { 'x-provider': 'p' } });
    await until('the webhook', () => receiver.received.length === 1);
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = receiver.received;
    expect(body).toBe('{"a":"ü","b":{"x":2,"y":1},"n":0,"type":"forward"}');
    expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json', 'x-provider': 'p' });
    expect(headers['x-svc-hmac-sha256']).toBe(hmac(signingKey, body));
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', signingKey).update(signed).digest('base64')}`);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  }, 30_000);

  it('arrive with all digits of their numbers', async () => {
    await send(1, { payload: parseExactJson('{"type":"forward","ids":[18446744073709551615],"price":1.10}') });
    await until('the webhook', () => receiver.received.length === 1);
    expect(receiver.received[0]?.body).toBe('{"ids":[18446744073709551615],"price":1.10,"type":"forward"}');
  }, 30_000);

  it('are verified by the client also a day after the event, since each attempt is signed with its own time', async () => {
    receiver.behaviour = (_, response) => void response.writeHead(400).end();
    const [id] = await send(1);
    await until('an attempt', () => receiver.received.length > 0);
    for (const table of ['webhook_events', 'webhook_deliveries'])
      await database.query(`UPDATE ${table} SET created_at = now() - interval '1 day' WHERE environment_id = $1`, [
        environmentId,
      ]);
    receiver.behaviour = accept;
    await until('a later attempt', () => receiver.accepted.length === 1);
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = receiver.received.slice(-1);
    const svc = new Svc({ apiKey: 'unused', host: url, webhookSigningKey: signingKey });
    expect(svc.verifyIncomingWebhookRequest(body, headers)).toBe(true);
    expect(headers['webhook-id']).toBe(id);
    expect(svc.verifyIncomingWebhookRequest(body.replace('0', '1'), headers)).toBe(false);
  }, 30_000);

  it('are signed by both keys after a rotation', async () => {
    const next = await keys.rotate(environmentId);
    await send(1);
    await until('the webhook', () => receiver.received.length === 1);
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = receiver.received;
    expect(headers['x-svc-hmac-sha256']).toBe(hmac(next, body));
    expect(headers['x-svc-hmac-sha256-previous']).toBe(hmac(signingKey, body));
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const standard = (key: string): string => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(headers['webhook-signature']).toBe(`${standard(next)} ${standard(signingKey)}`);
  }, 30_000);

  it('go to both addresses of the environment, or to that of the connection alone', async () => {
    const second = new Receiver();
    const third = new Receiver();
    await settings({ primary_url: url, secondary_url: await second.listen() });
    const own = await third.listen();
    await send(1);
    await until('both', () => receiver.received.length === 1 && second.received.length === 1);
    await database.query('UPDATE connections SET webhook_url = $2 WHERE id = $1', [connectionId, own]);
    await send(1);
    await until('the override', () => third.received.length === 1);
    expect([receiver.received.length, second.received.length]).toEqual([1, 1]);
    second.close();
    third.close();
  }, 30_000);

  it('are not sent where a switch is off', async () => {
    await settings({ primary_url: url, on_auth_creation: false });
    expect(await send(1, { onlyIf: 'on_auth_creation' })).toEqual([]);
    expect(await send(1, { onlyIf: 'on_async_action_completion' })).toEqual([]);
    expect(await send(1, { onlyIf: 'on_sync_error' })).toHaveLength(1);
  }, 30_000);

  it('reach an endpoint that was down, then slow, then asked to slow down, once each', async () => {
    let phase: 'down' | 'slow' | 'throttled' | 'well' = 'down';
    const throttledAt: number[] = [];
    receiver.behaviour = (request, response) => {
      if (phase === 'down') return void response.destroy();
      if (phase === 'slow') return; // Never answers.
      if (phase === 'throttled') {
        throttledAt.push(Date.now());
        return void response.writeHead(429, { 'retry-after': '1' }).end();
      }
      accept(request, response);
    };
    const ids = await send(60);
    await until('attempts while it is down', () => receiver.received.length >= 6);
    phase = 'slow';
    const before = receiver.received.length;
    await until('attempts while it is slow', () => receiver.received.length >= before + 2);
    phase = 'throttled';
    await until('a 429', () => throttledAt.length > 0);
    phase = 'well';
    await allDelivered(ids);
    expect([...receiver.accepted].sort()).toEqual([...ids].sort());
  }, 60_000);

  it('leave an endpoint alone that is down, but for a probe now and then', async () => {
    receiver.behaviour = (_, response) => void response.writeHead(503).end();
    await send(200);
    await until('parking', () => receiver.received.length >= TIMING.parking.afterFailures);
    const { rows } = await waitFor('parks', 20_000, async () => {
      const found = await database.query<{ parks: number; error: string }>(
        'SELECT parks, last_error AS error FROM webhook_endpoints WHERE environment_id = $1 AND parks > 3',
        [environmentId],
      );
      return found.rowCount > 0 ? found : undefined;
    });
    expect(rows[0]?.error).toMatch(/503/);
    // What was under way when it was parked, and one probe each time.
    expect(receiver.received.length).toBeLessThan(TIMING.concurrency + (rows[0]?.parks ?? 0) + 5);
  }, 30_000);

  it('keep the order of each connection where it is asked for, also when one is refused at first', async () => {
    await settings({ primary_url: url, keep_order: true });
    let refusals = 0;
    receiver.behaviour = (request, response) => {
      if (request.body.includes('"n":3,') && refusals++ < 2) return void response.writeHead(400).end('not yet');
      accept(request, response);
    };
    const ids = await send(12);
    await allDelivered(ids);
    expect(receiver.accepted).toEqual(ids);
  }, 30_000);

  it('become dead letters when their time is up; the owner is told at the other address', async () => {
    const second = new Receiver();
    await settings({ primary_url: url, secondary_url: await second.listen() });
    receiver.behaviour = (_, response) => void response.writeHead(404).end('<nothing>');
    const ids = await send(1);
    await until('an attempt', () => receiver.received.length > 0);
    await database.query('UPDATE webhook_deliveries SET give_up_at = now() WHERE event_id = $1', [ids[0]]);
    await allDelivered(ids);
    await letters.maintain();
    await until('the news', () => second.received.length === 2);
    expect(JSON.parse(second.received[1]?.body ?? '')).toMatchObject({
      type: 'webhook_delivery',
      success: false,
      deadLetters: 1,
      environment: 'test',
    });
    const { rows } = await database.query<{ status: number; answer: string }>(
      `SELECT a.status, a.answer FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
        WHERE d.event_id = $1 AND d.status = 'dead'`,
      [ids[0]],
    );
    expect(rows[0]).toEqual({ status: 404, answer: '<nothing>' });
    second.close();
  }, 30_000);

  it('are delivered once their status has come, whatever happens to the rest of the answer', async () => {
    receiver.behaviour = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begins');
      setTimeout(() => response.destroy(), 20);
    };
    const ids = await send(1);
    await allDelivered(ids);
    expect(receiver.received).toHaveLength(1);
    const { rows } = await database.query(
      `SELECT d.status AS becomes, a.status, a.answer FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
        WHERE d.event_id = $1`,
      [ids[0]],
    );
    expect(rows).toEqual([{ becomes: 'delivered', status: 200, answer: 'begins' }]);
  }, 30_000);

  it('wait as ever for an endpoint that asks for no time at all', async () => {
    receiver.behaviour = (_, response) => void response.writeHead(503, { 'retry-after': '0' }).end();
    await send(1);
    await waitFor('parking', 20_000, async () => {
      const { rowCount } = await database.query(
        'SELECT 1 FROM webhook_endpoints WHERE environment_id = $1 AND parks > 0',
        [environmentId],
      );
      return rowCount > 0 || undefined;
    });
    expect(receiver.received.length).toBeLessThan(TIMING.parking.afterFailures + 3);
  }, 30_000);

  it('end with their environment', async () => {
    receiver.behaviour = (_, response) => void response.writeHead(400).end();
    const ids = await send(3);
    await until('attempts', () => receiver.received.length >= 3);
    await database.query('UPDATE environments SET deleted_at = now() WHERE id = $1', [environmentId]);
    await allDelivered(ids);
    const { rows } = await database.query<{ status: string }>(
      'SELECT DISTINCT status FROM webhook_deliveries WHERE event_id = ANY($1)',
      [ids],
    );
    expect(rows).toEqual([{ status: 'dead' }]);
  }, 30_000);

  it('go on when an endpoint is resumed just as its lane goes to sleep', async () => {
    workflows.isAway = true;
    const ids = await send(1);
    await waker.drain();
    workflows.isAway = false;
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM webhook_endpoints WHERE environment_id = $1',
      [environmentId],
    );
    const lane = { kind: 'webhook-delivery', key: rows[0]?.id ?? '' };
    await redelivery.pause(environmentId, lane.key);
    const lanes = new LaneRepository(database);
    const resumed = await database.transaction(async (tx) => {
      expect(await lanes.takeToSettle(lane, tx)).toBe(true);
      await lanes.settle(lane, { waitMs: null, isClosed: true }, tx);
      const resuming = redelivery.resume(environmentId, lane.key);
      await waitFor('the resumption to meet the lock', 20_000, async () => {
        const { rowCount } = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount > 0 || undefined;
      });
      return { resuming };
    });
    await resumed.resuming;
    await allDelivered(ids);
    expect(receiver.accepted).toEqual(ids);
  }, 30_000);

  it('are held in memory only as far as their bytes allow, and one at least', async () => {
    workflows.isAway = true;
    const sized = (length: number): object => ({ payload: { type: 'forward', text: 'x'.repeat(length) } });
    const ids = [...(await send(6, sized(40_000))), ...(await send(1, sized(150_000))), ...(await send(2))];
    await waker.drain();
    const { rows } = await database.query<{ lane: string }>(
      'SELECT lane_key AS lane FROM webhook_deliveries WHERE event_id = $1',
      [ids[0]],
    );
    const [{ lane } = { lane: '' }] = rows;
    const taken = await source.claim(lane, 16, []);
    expect(taken.map(({ content }) => content.eventId)).toEqual(ids.slice(0, 3));
    expect(await source.claim(lane, 13, taken)).toEqual([]);
    const more = await source.claim(lane, 14, taken.slice(1));
    expect(more.map(({ content }) => content.eventId)).toEqual(ids.slice(3, 4));
    const rest = await source.claim(lane, 16, []);
    expect(rest.map(({ content }) => content.eventId)).toEqual(ids.slice(4, 7));
    await source.items.putOff([...taken, ...more, ...rest], 0);
    workflows.isAway = false;
    await new LaneRepository(database).settle(
      { kind: source.kind, key: lane },
      { waitMs: 0, isClosed: false },
      database,
    );
    waker.wakeSoon([{ kind: source.kind, key: lane }]);
    await allDelivered(ids);
    expect(new Set(receiver.accepted)).toEqual(new Set(ids));
  }, 30_000);

  it('are not held up by an endpoint that never answers', async () => {
    const stuck = new Receiver();
    stuck.behaviour = () => undefined;
    await settings({ primary_url: url, secondary_url: await stuck.listen() });
    await send(100);
    await until('all at the other one', () => receiver.accepted.length === 100);
    expect(stuck.accepted).toEqual([]);
    stuck.close();
  }, 30_000);
});
