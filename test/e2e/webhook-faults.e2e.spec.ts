import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, waitFor, type Gateway, type GatewayProcess } from '@svc/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { clientOf } from './support/client.js';
import { SeededRandom } from './support/seeded-random.js';
import { WebhookReceiver } from './support/webhook-receiver.js';

const KEY = 'events';
const CONNECTIONS = Array.from({ length: 10 }, (_, n) => `connection-${n}`);
const EVENTS = process.env['SOAK'] ? 20_000 : 2_000;
/** All senders together. */
const RATE_PER_S = 300;
const SEED = process.env['SOAK'] ? Math.floor(Math.random() * 1_000_000) : 7;
const VICTIMS: readonly GatewayProcess[] = ['api', 'worker', 'postgres', 'temporal'];
const SEND_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 300_000;

/** A provider that sends a connection's events one after another, and counts what was acknowledged. */
class Provider {
  readonly acknowledged: number[] = [];
  private next = 0;

  constructor(
    private readonly url: () => string,
    private readonly connectionId: string,
  ) {}

  /** Sends the next event; one that nobody acknowledged is not sent again, and does not count. */
  async send(): Promise<void> {
    const n = this.next++;
    const isAcknowledged = await fetch(this.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'numbered', connectionId: this.connectionId, n }),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status === 200),
      () => false,
    );
    if (isAcknowledged) this.acknowledged.push(n);
  }
}

describe('webhooks while the processes are killed', () => {
  let gateway: Gateway;
  let receiver: WebhookReceiver;
  let address: string;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    receiver.signingKey = gateway.webhookSigningKey;
    const svc = clientOf(gateway);
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    for (const connection_id of CONNECTIONS)
      await svc.importConnection({
        provider_config_key: KEY,
        connection_id,
        connection_config: { baseUrl: receiver.url },
        credentials: { type: 'NONE' },
      });
    const settings = await fetch(`${gateway.apiUrl}/environment/webhook-settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${gateway.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ primary_url: receiver.url, keep_order: true }),
    });
    expect(settings.status).toBe(200);
    const { data } = await svc.getIntegration({ uniqueKey: KEY }, { include: ['webhook'] });
    address = data.webhook_url ?? '';
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
  }, 60_000);

  it(
    `are lost never, and in order for each connection: ${EVENTS} acknowledged ones, seed ${SEED}`,
    async () => {
      const random = new SeededRandom(SEED);
      const providers = CONNECTIONS.map((id) => new Provider(() => address, id));
      const acknowledged = () => providers.reduce((sum, provider) => sum + provider.acknowledged.length, 0);
      const pauseMs = (1_000 * providers.length) / RATE_PER_S;
      const senders = providers.map(async (provider) => {
        while (acknowledged() < EVENTS) await Promise.all([provider.send(), delay(pauseMs)]);
      });
      const killer = killInTurn(random, acknowledged);
      await Promise.all([...senders, killer]);

      const wanted = new Map(CONNECTIONS.map((id, index) => [id, providers[index]?.acknowledged ?? []]));
      await waitFor('every acknowledged event', DRAIN_TIMEOUT_MS, async () =>
        [...wanted].every(([id, numbers]) => numbers.every((n) => receiver.has(id, n))) ? true : undefined,
      );
      expect(receiver.forged).toBe(0);
      for (const [id, numbers] of wanted) {
        const sent = new Set(numbers);
        const firsts = receiver.firstsOf(id).filter((n) => sent.has(n));
        expect([id, firsts]).toEqual([id, numbers]);
      }
      // The same event has the same id however often it comes, and no other event has it.
      expect(receiver.eventIds()).toEqual(receiver.distinctEvents());
    },
    DRAIN_TIMEOUT_MS * 2,
  );

  /** Each process dies once at a moment that the seed says, as many times over as there is time for. */
  const killInTurn = async (random: SeededRandom, acknowledged: () => number): Promise<void> => {
    const order = random.some(VICTIMS, VICTIMS.length);
    const rounds = process.env['SOAK'] ? 5 : 1;
    const turns = Array.from({ length: rounds }, () => order).flat();
    for (const [turn, victim] of turns.entries()) {
      const from = (EVENTS * turn) / turns.length;
      const at = Math.floor(from + random.whole(1, Math.floor((EVENTS * 0.6) / turns.length)));
      await waitFor(
        `event ${at} before ${victim} dies`,
        DRAIN_TIMEOUT_MS,
        async () => acknowledged() >= at || undefined,
      );
      await gateway.kill(victim);
    }
  };
});
