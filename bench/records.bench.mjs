/**
 * Records of 500 bytes: saved by a sync in every way that there is, by one and by eight connections at once, and read back.
 *
 * What limits each, as EXPLAIN (ANALYZE, BUFFERS) of the statements and the processor time of the backend tell:
 *
 * - One stream is one writer, so PostgreSQL's part is one backend: 23 µs a new record, 29 a changed one, 5 an unchanged one (one
 *   look-up by key). That is 43,000, 34,000 and 200,000/s for a backend with a core of its own. In this bench, on two cores that it
 *   shares with the function's isolate, the run API and their caches, the same backend needs about 42 µs a record, new or changed:
 *   it is the limit of these two.
 * - Of those 23 µs, 10 to 12 are the row and its index entries (12 pages touched a record), 3 the numbering, 2 the two look-ups by
 *   key, 1 the JSON. A changed record writes the same again and leaves a dead row behind: its number is indexed, so there is no
 *   update within the page.
 * - The index by time costs 2 µs and 80 of 990 bytes of log a record. It stays: `modified_after` and the retention of payloads find
 *   their place by it, whatever the size of the stream. Payloads as text instead of one JSON array, and no index of deleted
 *   records, change nothing that can be measured.
 * - For unchanged records PostgreSQL has room to spare: making, sending and hashing them, in the isolate and the run API, is the limit.
 */
import { connect, deployFill, fill, PROVIDER_CONFIG_KEY } from './lib/fill-sync.mjs';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { perSecond, printFigure, times } from './lib/report.mjs';

const COUNT = 100_000;
const STREAMS = 8;
const TRACKED = 200_000;
const PAGE_SIZES = [100, 1000, 10_000];

/** Passes over the same records, one after the other: what each writes and what it must come to. */
const PASSES = [
  { name: 'new', metadata: { round: 'first' }, expected: { added: COUNT }, aim: '25,000/s' },
  { name: 'unchanged', metadata: { round: 'first' }, expected: { added: 0, updated: 0 }, aim: '80,000/s' },
  { name: 'changed', metadata: { round: 'second' }, expected: { updated: COUNT }, aim: '20,000/s' },
  {
    name: '10% changed',
    before: { round: 'first' },
    metadata: { round: 'third', changing: 10 },
    expected: { updated: COUNT / 10 },
  },
];

const check = (result, expected, name) => {
  for (const [key, value] of Object.entries(expected))
    if (result[key] !== value) throw new Error(`The pass "${name}" came to ${JSON.stringify(result)}.`);
};

const print = ({ what, rate, baseline, aim }) =>
  printFigure({
    what,
    measured: perSecond(rate),
    ratio: `${times(rate / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
    aim,
  });

const measureSaving = async (context, connectionIds, baseline) => {
  const { client } = context;
  const count = COUNT / connectionIds.length;
  for (const id of connectionIds) await connect(context, id, { count, round: 'first' });
  const fillAll = (metadata) => Promise.all(connectionIds.map((id) => fill(client, id, { count, ...metadata })));
  for (const { name, before, metadata, expected, aim } of PASSES) {
    if (before) await fillAll(before);
    const passes = await fillAll(metadata);
    const sums = Object.fromEntries(
      ['added', 'updated', 'deleted'].map((key) => [key, passes.reduce((sum, { result }) => sum + result[key], 0)]),
    );
    check(sums, expected, name);
    const seconds = Math.max(...passes.map((pass) => pass.seconds));
    const where = connectionIds.length === 1 ? 'through a sync' : `through ${connectionIds.length} syncs at once`;
    print({
      what: `saving ${COUNT.toLocaleString('en')} ${name} records ${where}`,
      rate: COUNT / seconds,
      baseline,
      aim,
    });
  }
};

const measureTracking = async (context, baseline) => {
  const { client } = context;
  const id = 'bench-tracked';
  await connect(context, id, { count: TRACKED, round: 'first' });
  await fill(client, id, { count: TRACKED, round: 'first' });
  const { seconds, result } = await fill(client, id, { count: TRACKED, round: 'first', tracked: true, skipped: 10 });
  check(result, { deleted: TRACKED / 10 }, 'tracked');
  const what = `tracking ${TRACKED.toLocaleString('en')} records, a tenth of them gone`;
  print({ what, rate: TRACKED / seconds, baseline });
};

const readAll = async ({ gateway }, limit) => {
  const headers = {
    authorization: `Bearer ${gateway.secretKey}`,
    'provider-config-key': PROVIDER_CONFIG_KEY,
    'connection-id': 'bench-records',
  };
  let cursor;
  do {
    const query = new URLSearchParams({ model: 'Record', limit: String(limit), ...(cursor && { cursor }) });
    const { tail } = await request(`${gateway.apiUrl}/records?${query}`, { headers });
    cursor = /"next_cursor":"([^"]+)"\}$/.exec(tail)?.[1];
  } while (cursor);
};

export const run = async (context) => {
  const baseline = await measureLoad({ callers: 1, work: () => request(context.upstream.url) });
  await deployFill(context);
  await measureSaving(context, ['bench-records'], baseline);
  await measureSaving(
    context,
    Array.from({ length: STREAMS }, (_, index) => `bench-stream-${index}`),
    baseline,
  );
  await measureTracking(context, baseline);
  for (const limit of PAGE_SIZES) {
    const begun = performance.now();
    await readAll(context, limit);
    const rate = COUNT / ((performance.now() - begun) / 1000);
    print({
      what: `reading ${COUNT.toLocaleString('en')} in pages of ${limit.toLocaleString('en')}`,
      rate,
      baseline,
      aim: limit === 100 ? '' : '150,000/s',
    });
  }
};
