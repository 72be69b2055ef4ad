/**
 * Records of 500 bytes: saved by a sync in every way that there is, by one and by eight connections at once, and read back.
 *
 * What limits each, in microseconds of processor time a record. That is what the processes used during a pass; of single statements,
 * what the backend used for a batch of 1000. A sync without a record takes 0.2 s, which is 1 of each of 200,000.
 *
 * - New, one sync: 20 to 22 in PostgreSQL, 9 to 12 in the worker, 10 to 12 in the function's process. One stream is one writer, so
 *   PostgreSQL's part is one backend at a time: 16 for the statement that writes, most of it the row and its index entries (12 pages
 *   touched a record). It takes the stream's lock itself and is the whole transaction, so that the next batch stands in another
 *   backend by the time that it may write; as five statements, each waited for a worker that was reading the next batch, and a fifth
 *   to a third fewer were saved. A changed record writes the same again and leaves a dead row behind (its number is indexed, so there
 *   is no update within the page): 23 to 28 in PostgreSQL.
 * - New, eight syncs: the two cores, with 65 to 80 in all: 26 to 29 in PostgreSQL, 13 to 15 in the worker, 10 to 12 in the function's
 *   process, 4 to 6 in the Temporal server.
 * - Unchanged, one sync: the two cores, as far as they can work at once. 19 to 21 in all, and two cores have 25 at 80,000/s: 7 to 8
 *   in the function's process (making records and their text 4, sending them 2, collecting the garbage 2), 6 to 7 in the worker
 *   (hash 1, JSON 1, garbage 1, the body and the way to PostgreSQL 2), 4 to 5 in PostgreSQL (one look-up by key, 2 to 3), 2 around
 *   it. While a function makes its next 5000 records nobody else has work. Not taken: to read no JSON where the hash is known gains
 *   4%; a list of keys (`= ANY`) is one walk through the index and takes 1 instead of 2.4, but for streams that the statistics do not
 *   tell of, the planner compares each of their records with each key.
 * - Unchanged, eight syncs: the same, and 4 to 6 in the Temporal server for eight workflows in two seconds.
 * - Tracking: noting a record as met takes the backend another 6 to 8, since it is a row that must survive a crash; to sweep it, 3.
 *   As ranges of sequence numbers, a row a batch, notes take 0.1 where records come in the order of their numbers; where they do not,
 *   a sweep would read all rows for each stretch of the stream.
 * - Reading, pages of 10,000: the api's one thread, with 4 (the driver 1, its text 1, the socket 1, garbage 1). PostgreSQL takes 3
 *   and the reader 1.5 at the same time, as a page goes out while it is read. A page costs 1.5 ms in the api and 1 ms in PostgreSQL
 *   whatever its size, and the next one cannot be asked for before its end: pages of 1000 come at two thirds of that rate.
 * - The index by time costs 2 of a new record, and 80 of 990 bytes of log. It stays: `modified_after` and the retention of payloads
 *   find their place by it, whatever the size of the stream.
 */
import { connect, deployFill, fill, PROVIDER_CONFIG_KEY } from './lib/fill-sync.mjs';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { perSecond, printFigure, times } from './lib/report.mjs';

const COUNT = 200_000;
const STREAMS = 8;
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
  await connect(context, id, { count: COUNT, round: 'first' });
  await fill(client, id, { count: COUNT, round: 'first' });
  const { seconds, result } = await fill(client, id, { count: COUNT, round: 'first', tracked: true, skipped: 10 });
  check(result, { deleted: COUNT / 10 }, 'tracked');
  const what = `tracking ${COUNT.toLocaleString('en')} records, a tenth of them gone`;
  print({ what, rate: COUNT / seconds, baseline });
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
