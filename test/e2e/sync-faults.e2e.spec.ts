import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Svc, SyncStatusEntry } from '@svc/client';
import { startGateway, waitFor, type Gateway, type GatewayProcess } from '@svc/testing';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { PagedUpstream, type UpstreamItem } from './support/paged-upstream.js';
import { SeededRandom } from './support/seeded-random.js';
import { StreamFollower } from './support/stream-follower.js';

const PROJECT = path.join(import.meta.dirname, 'paging-project');
const KEY = 'items';
const ITEMS = 6_000;
const PAGE_SIZE = 100;
const PAGE_DELAY_MS = 60;
const RUN_TIMEOUT_MS = 180_000;
const SYNC = 'items';
const MODEL = 'Item';
/** The ways in which the sync makes its pass, as the connection's metadata names them; each round is another one's turn. */
const SHAPES = ['ready-made', 'plain'] as const;
const VICTIMS: readonly GatewayProcess[] = ['worker', 'runner', 'api', 'postgres', 'temporal'];

/** Seeds of the rounds: the same three in `npm test`, which meet every process; thirty others in each soak run. */
const SEEDS = process.env['SOAK'] ? Array.from({ length: 30 }, () => Math.floor(Math.random() * 1_000_000)) : [1, 2, 3];

interface Fault {
  readonly victim: GatewayProcess;
  /** How many pages have been fetched when it dies. */
  readonly atPage: number;
}

function faultsOf(random: SeededRandom, round: number): Fault[] {
  // Each process has its turn within three rounds; where and with whom, the seed says.
  const first = VICTIMS[(round * 2) % VICTIMS.length] ?? 'worker';
  const second = VICTIMS[(round * 2 + 1) % VICTIMS.length] ?? 'runner';
  const pages = [random.whole(2, 30), random.whole(31, 55)];
  return random.some([first, second], 2).map((victim, index) => ({ victim, atPage: pages[index] ?? 2 }));
}

const initialItems = (): UpstreamItem[] =>
  Array.from({ length: ITEMS }, (_, n) => ({ id: `item-${n}`, text: 'x'.repeat(100) }));

/** Some entries change, some go, some come. */
function change(items: readonly UpstreamItem[], random: SeededRandom) {
  const touched = random.some(
    items.map(({ id }) => id),
    900,
  );
  const [gone, changed] = [new Set(touched.slice(0, 300)), new Set(touched.slice(300))];
  const kept = items
    .filter(({ id }) => !gone.has(id))
    .map((item) => (changed.has(item.id) ? { ...item, text: `changed ${item.id}` } : item));
  const added = Array.from({ length: 200 }, (_, n) => ({ id: `new-${n}`, text: 'new' }));
  return { items: [...kept, ...added], result: { added: 200, updated: 600, deleted: 300 } };
}

describe('a sync whose processes are killed', () => {
  let gateway: Gateway;
  let svc: Svc;

  beforeAll(async () => {
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    svc = clientOf(gateway);
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    expect(await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env)).toMatchObject({ exitCode: 0 });
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
  }, 60_000);

  it.each(SEEDS.map((seed, round) => ({ seed, round, shape: SHAPES[round % SHAPES.length] })))(
    'ends with the right records, counts and status, and a reader misses nothing: $shape, seed $seed, round $round',
    async ({ seed, round, shape }) => {
      const random = new SeededRandom(seed);
      const upstream = await PagedUpstream.start({ items: initialItems(), pageSize: PAGE_SIZE });
      const connectionId = `round-${round}-${seed}`;
      await untilWorks(() =>
        svc.importConnection({
          provider_config_key: KEY,
          connection_id: connectionId,
          connection_config: { baseUrl: upstream.url },
          credentials: { type: 'NONE' },
          metadata: { shape },
        }),
      );
      const follower = new StreamFollower(svc, { providerConfigKey: KEY, connectionId, model: MODEL });
      await untilWorks(() => svc.startSync(KEY, [SYNC], connectionId));
      const first = await endOfRun(connectionId, undefined);
      expect(first).toMatchObject({ status: 'SUCCESS', recordCount: { [MODEL]: ITEMS } });

      const { items, result } = change(upstream.items, random);
      Object.assign(upstream, { items, fetched: [], delayMs: PAGE_DELAY_MS });
      await untilWorks(() => svc.triggerSync(KEY, [SYNC], connectionId));
      const faults = faultsOf(random, round);
      for (const { victim, atPage } of faults) {
        await waitFor(
          `page ${atPage} before ${victim} dies`,
          RUN_TIMEOUT_MS,
          async () => upstream.fetched.length > atPage,
        );
        await gateway.kill(victim);
      }

      const second = await endOfRun(connectionId, first.finishedAt);
      expect(second).toMatchObject({
        status: 'SUCCESS',
        reason: null,
        recordCount: { [MODEL]: items.length },
        latestResult: { [MODEL]: result },
        checkpoint: null,
      });
      await follower.stop();
      const held = [...follower.replica.values()].map(({ id, text }) => ({ id, text }));
      expect(byId(held)).toEqual(byId(items));
      // A page is fetched again at most once for each process that died.
      expect(upstream.fetched.length - new Set(upstream.fetched).size).toBeLessThanOrEqual(faults.length);
      await upstream.stop();
    },
    RUN_TIMEOUT_MS * 2,
  );

  const untilWorks = <Value>(call: () => Promise<Value>): Promise<void> =>
    waitFor('an answer', RUN_TIMEOUT_MS, async () =>
      call().then(
        () => true,
        () => undefined,
      ),
    ).then(() => undefined);

  /** The status once a run has ended after the one that ended at `previous`. */
  const endOfRun = (connectionId: string, previous: string | undefined): Promise<SyncStatusEntry> =>
    waitFor('the run to end', RUN_TIMEOUT_MS, async () => {
      const answer = await svc.syncStatus(KEY, [SYNC], connectionId).catch(() => undefined);
      const [entry] = answer?.syncs ?? [];
      const hasEnded = entry?.finishedAt !== undefined && entry.finishedAt !== previous && entry.status !== 'RUNNING';
      return hasEnded ? entry : undefined;
    });
});

const byId = (items: readonly { id: string }[]) => [...items].sort((one, other) => one.id.localeCompare(other.id));
