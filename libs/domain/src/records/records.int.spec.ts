import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { listRecordsQuerySchema, type ListRecordsResponse } from '@svc/contracts';
import { Database, type RunFence } from '@svc/database';
import { createTenant, createTestDatabase, waitFor, type Tenant, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { readBody } from '../testing/record-page.js';
import { silentLogger } from '../testing/sync-services.js';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { parseRecordLines } from './record-lines.js';
import { RecordReader } from './record-reader.service.js';
import { RecordStreams } from './record-streams.service.js';
import { RecordWriter } from './record-writer.service.js';

let testDatabase: TestDatabase;
let database: Database;
let writer: RecordWriter;
let reader: RecordReader;
let tenant: Tenant;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, poolSize: 10, applicationName: 'records-test' });
  writer = new RecordWriter(database);
  reader = new RecordReader(
    database,
    new RecordStreams(database, new ConnectionLookup(database)),
    loadConfig({ NODE_ENV: 'development', DATABASE_URL: testDatabase.url }),
    silentLogger,
  );
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  tenant = await createTenant(database);
});

const keyOf = (model = 'Issue', variant = 'base') => ({ ...tenant, model, variant });
const lines = (records: object[]) => parseRecordLines(records.map((record) => JSON.stringify(record)).join('\n'));
const save = (records: object[], fence?: RunFence) => writer.save(keyOf(), lines(records), fence && { fence });
const read = async (query: Record<string, unknown> = {}): Promise<ListRecordsResponse> =>
  readBody(await reader.readPage(address(), listRecordsQuerySchema.parse({ model: 'Issue', ...query })));
const address = () => ({ environmentId: tenant.environmentId, providerConfigKey: 'api', connectionId: 'customer-1' });
const idsOf = ({ records }: ListRecordsResponse) => records.map(({ id }) => id);

async function startRun(): Promise<RunFence> {
  const { rows } = await database.query<{ id: string }>(
    `WITH f AS (INSERT INTO functions (environment_id, integration_id, type, name) VALUES ($1, $2, 'sync', $3) RETURNING id),
     v AS (INSERT INTO function_versions (function_id, deployment_id, script_hash, source_code, definition)
           SELECT id, gen_random_uuid(), '', '', '{}' FROM f RETURNING id),
     s AS (INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name)
           SELECT $1, $2, $4, id, $3 FROM f RETURNING id)
     INSERT INTO sync_runs (sync_id, function_version_id, workflow_id, temporal_run_id, operation_id, epoch)
     SELECT s.id, v.id, '', '', gen_random_uuid(), 1 FROM s, v RETURNING id`,
    [tenant.environmentId, tenant.integrationId, randomUUID(), tenant.connectionId],
  );
  return { runId: rows[0]?.id ?? '', epoch: 1 };
}

describe('saving', () => {
  it('finds records by their key in a stream that the statistics of PostgreSQL do not know', async () => {
    for (let page = 0; page < 20; page += 1)
      await save(Array.from({ length: 500 }, (_, number) => ({ id: `${page}-${number}` })));
    await database.query('ANALYZE records');
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT hash FROM records WHERE stream_id = 2147483647 AND external_id = '1'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index Cond: .*stream_id = .* AND .*external_id = /,
    );
  });

  it('counts added, updated and unchanged records, and keeps their JSON as it was saved', async () => {
    expect(
      await save([
        { id: 'a', text: 'one ü 🎉 \\ "q" \u0000' },
        { id: 2, deep: { list: [1, { x: null }] } },
      ]),
    ).toMatchObject({ added: 2, updated: 0 });
    expect(
      await save([
        { id: 'a', text: 'one ü 🎉 \\ "q" \u0000' },
        { id: 2, deep: 'changed' },
      ]),
    ).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    const { records, next_cursor } = await read();
    expect(next_cursor).toBeNull();
    expect(records).toMatchObject([
      {
        id: 'a',
        text: 'one ü 🎉 \\ "q" \u0000',
        _metadata: { last_action: 'ADDED', deleted: false, deleted_at: null, pruned_at: null },
      },
      { id: '2', deep: 'changed', _metadata: { last_action: 'UPDATED' } },
    ]);
    expect(records[0]?._metadata.first_seen_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
  });

  it('keeps the first of several records with one id and names the rest', async () => {
    expect(
      await save([
        { id: 'a', n: 1 },
        { id: 'a', n: 2 },
      ]),
    ).toMatchObject({ added: 1, duplicates: ['a'] });
    expect((await read()).records).toMatchObject([{ id: 'a', n: 1 }]);
  });

  it('removes bookkeeping that a function read from the store and saves again', async () => {
    await save([{ id: 'a', n: 1 }]);
    const [record = {}] = (await read()).records;
    expect(await save([record])).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ['{"n":1}', 'needs an id'],
    ['[1]', 'is not an object'],
    ['{"id":""}', '1 to 255'],
    ['{"id":"a"', 'not valid JSON'],
    ['{"id":{}}', 'needs an id'],
    ['{"id":"a\\u0000"}', 'NUL'],
    [`{"id":"${'x'.repeat(256)}"}`, '256 characters'],
  ])('refuses the record %s', (line, problem) => {
    expect(() => parseRecordLines(line)).toThrow(problem);
  });
});

describe('deleting', () => {
  it('marks records, keeps their payload, and counts a record that comes back as added', async () => {
    await save([
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ]);
    expect(await writer.delete(keyOf(), ['a', 'a', 'unknown'])).toMatchObject({ deleted: 1, unchanged: 1 });
    expect((await read({ filter: 'deleted' })).records).toMatchObject([
      { id: 'a', n: 1, _metadata: { deleted: true, last_action: 'DELETED' } },
    ]);
    expect(await save([{ id: 'a', n: 1 }])).toMatchObject({ added: 1 });
    expect((await read()).records).toMatchObject([
      { id: 'b' },
      { id: 'a', _metadata: { deleted: false, last_action: 'ADDED' } },
    ]);
    const { rows } = await database.query<{ n: string }>(
      'SELECT live_count AS n FROM record_streams WHERE connection_id = $1',
      [tenant.connectionId],
    );
    expect(rows).toEqual([{ n: '2' }]);
  });
});

describe('fencing', () => {
  it('adds to the results of the run, and refuses an attempt that was replaced', async () => {
    const fence = await startRun();
    await save([{ id: 'a' }, { id: 'b' }], fence);
    await save([{ id: 'a', n: 1 }], fence);
    await writer.delete(keyOf(), ['b'], { fence });
    const { rows } = await database.query('SELECT results FROM sync_runs WHERE id = $1', [fence.runId]);
    expect(rows).toEqual([{ results: { Issue: { added: 2, updated: 1, deleted: 1 } } }]);

    await database.query('UPDATE sync_runs SET epoch = 2 WHERE id = $1', [fence.runId]);
    await expect(save([{ id: 'late' }], fence)).rejects.toMatchObject({ code: 'run_superseded' });
    await expect(save([{ id: 'a', n: 1 }], fence)).rejects.toMatchObject({ code: 'run_superseded' });
    await expect(writer.delete(keyOf(), ['a'], { fence })).rejects.toMatchObject({ code: 'run_superseded' });
    expect(idsOf(await read({ filter: 'added,updated' }))).toEqual(['a']);
  });

  it('refuses an attempt that is replaced between its check and its write', async () => {
    const fence = await startRun();
    await save([{ id: 'first' }], fence);
    await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM record_streams WHERE connection_id = $1 FOR UPDATE', [tenant.connectionId]);
      const late = save([{ id: 'late' }], fence).catch((error: unknown) => error);
      await waitForBlockedWriter();
      await tx.query('UPDATE sync_runs SET epoch = epoch + 1 WHERE id = $1', [fence.runId]);
      lateOutcome = late;
    });
    expect(await lateOutcome).toMatchObject({ code: 'run_superseded' });
    expect(idsOf(await read())).toEqual(['first']);
  });
  let lateOutcome: Promise<unknown>;

  async function waitForBlockedWriter(): Promise<void> {
    await waitFor('a writer that waits for the lock', 10_000, async () => {
      const { rowCount } = await database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount > 0;
    });
  }
});

describe('reading', () => {
  it('pages by cursor, each record once', async () => {
    await save(Array.from({ length: 25 }, (_, n) => ({ id: `r${n}` })));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read({ limit: '10', ...(cursor ? { cursor } : {}) });
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `r${n}`));
  });

  it('goes on after the cursor of any record', async () => {
    await save([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const { records } = await read();
    expect(idsOf(await read({ cursor: records[1]?._metadata.cursor }))).toEqual(['c']);
  });

  it('filters by action, id and time', async () => {
    await save([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const before = (await read()).records[0]?._metadata.last_modified_at ?? '';
    await save([{ id: 'b', n: 1 }]);
    await writer.delete(keyOf(), ['c']);
    expect(idsOf(await read({ filter: 'added' }))).toEqual(['a']);
    expect(idsOf(await read({ filter: 'UPDATED,deleted' }))).toEqual(['b', 'c']);
    expect(idsOf(await read({ ids: ['a', 'c', 'zzz'] }))).toEqual(['a', 'c']);
    const after = new Date(Date.parse(before) + 1).toISOString();
    expect(idsOf(await read({ modified_after: after }))).toEqual(['b', 'c']);
    expect(idsOf(await read({ delta: after, modified_after: '2099-01-01T00:00:00Z' }))).toEqual(['b', 'c']);
  });

  it('ends a page early when its records are large, and loses none', async () => {
    const text = 'x'.repeat(4_000_000);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) await save([{ id, text }]);
    const first = await read({ limit: '100' });
    expect(first.records.length).toBeLessThan(12);
    const rest = await read({ limit: '100', cursor: first.next_cursor });
    expect([...idsOf(first), ...idsOf(rest)].slice(0, 12).join('')).toBe('abcdefghijkl');
  });

  it('fails alone when its connection to PostgreSQL is cut, and reads on another one', async () => {
    const cut = database.readRows(`SELECT pg_terminate_backend(pg_backend_pid())`, [], () => undefined);
    await expect(cut).rejects.toThrow(/terminat/);
    await save([{ id: 'a' }]);
    expect((await read({})).records).toHaveLength(1);
  });

  it('refuses a malformed cursor and one of another model', async () => {
    await save([{ id: 'a' }]);
    await writer.save(keyOf('Other'), lines([{ id: 'a' }]));
    const cursor = (await read()).records[0]?._metadata.cursor;
    await expect(read({ cursor: '%%%' })).rejects.toMatchObject({
      code: 'invalid_query_params',
      details: { errors: [{ path: ['cursor'] }] },
    });
    await expect(read({ cursor, model: 'Other' })).rejects.toMatchObject({ code: 'invalid_query_params' });
    await expect(read({ cursor, model: 'Unknown' })).rejects.toMatchObject({ code: 'invalid_query_params' });
  });

  it('names what is unknown', async () => {
    const query = listRecordsQuerySchema.parse({ model: 'Issue' });
    await expect(reader.readPage({ ...address(), connectionId: 'nobody' }, query)).rejects.toMatchObject({
      code: 'unknown_connection',
      status: 400,
    });
    await expect(reader.readPage({ ...address(), providerConfigKey: 'x' }, query)).rejects.toMatchObject({
      code: 'unknown_provider_config',
    });
    await expect(reader.readPage({ ...address(), environmentId: 0 }, query)).rejects.toMatchObject({
      code: 'unknown_provider_config',
    });
  });

  it('keeps variants apart and answers an unknown model with an empty list', async () => {
    await save([{ id: 'a' }]);
    expect(await read({ variant: 'eu' })).toEqual({ records: [], next_cursor: null });
    expect(await read({ model: 'Nobody' })).toEqual({ records: [], next_cursor: null });
  });
});

describe('a reader that follows while several write', () => {
  it('sees the last state of every record, and never a number twice', async () => {
    const writers = Array.from({ length: 4 }, async (_, w) => {
      for (let round = 0; round < 15; round += 1) {
        await save(Array.from({ length: 20 }, (_, n) => ({ id: `r${(n * 7 + round) % 50}`, by: w, round })));
        if (round % 5 === 4) await writer.delete(keyOf(), [`r${round}`, `r${w}`]);
      }
    });
    let writing = true;
    const done = Promise.all(writers).finally(() => (writing = false));
    const state = new Map<string, unknown>();
    const cursors = new Set<string>();
    let cursor: string | undefined;
    for (let last = false; ;) {
      const page = await read({ limit: '37', ...(cursor === undefined ? {} : { cursor }) });
      for (const { _metadata, ...record } of page.records) {
        expect(cursors.has(_metadata.cursor)).toBe(false);
        cursors.add(_metadata.cursor);
        cursor = _metadata.cursor;
        if (_metadata.deleted) state.delete(record.id);
        else state.set(record.id, record);
      }
      if (page.records.length === 0) {
        if (last) break;
        last = !writing;
      }
    }
    await done;
    const all = await read({ limit: '1000', filter: 'added,updated' });
    const expected = new Map(all.records.map(({ _metadata, ...record }) => [record.id, record]));
    expect(state).toEqual(expected);
  });
});
