import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bundleFunction } from './testing/bundle-function.js';
import { errorOf, RunnerHarness } from './testing/runner-harness.js';

const trackingSync = (definition: string, body: string) =>
  bundleFunction(`import { createSync } from '@svc/functions';
import { z } from 'zod';
export default createSync({
  description: 'test', frequency: 'every hour', models: { Issue: z.object({ id: z.string() }), Label: z.object({ id: z.string() }) },
  ${definition}
  exec: async (svc) => {
${body}
  },
});`);

const SYNC = {
  kind: 'sync' as const,
  sync: { name: 's', variant: 'base', models: ['Issue', 'Label'], lastSyncDate: null },
};

describe('helpers for stored records', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  const recordCalls = () =>
    runner.api.requests
      .filter((line) => line.includes('/records/'))
      .map((line) => line.replace('POST /run/records/', ''));

  it('updates a part of records, a thousand at a time', async () => {
    await runner.sync(`
      const patches = Array.from({ length: 1001 }, (_, i) => ({ id: String(i), nested: { title: 't' }, _metadata: {} }));
      if (await svc.batchUpdate(patches, 'Issue') !== true) throw new Error('not true');`);
    expect(runner.api.updated.map(({ records }) => records.length)).toEqual([1000, 1]);
    expect(runner.api.updated[0]?.records[3]).toEqual({ id: '3', nested: { title: 't' } });
  });

  it('finds records by the ids that were asked for, a hundred at a time', async () => {
    runner.api.pages = ({ ids = [] }) => ({
      records: ids.filter((id) => id !== 'missing').map((id) => ({ id: String(id), title: `t${id}` })),
      next_cursor: null,
    });
    await runner.sync(`
      const found = await svc.getRecordsById([7, 'missing', ...Array.from({ length: 150 }, (_, i) => 'r' + i)], 'Issue');
      await svc.log([found.size, found.get(7).title, found.has('7'), found.has('missing'), found.get('r149').title].join(' '));
      await svc.log(String((await svc.getRecordsByIds(['a'], 'Issue')).get('a').title));`);
    expect(runner.api.logLines.map(({ message }) => message)).toEqual(['151 t7 false false tr149', 'ta']);
    expect(recordCalls()).toEqual(['read', 'read', 'read']);
  });

  it('lists records page by page, from a cursor on', async () => {
    runner.api.pages = ({ cursor = 'start' }) => ({
      records: [{ id: cursor }],
      next_cursor: { start: 'one', one: 'two' }[cursor] ?? null,
    });
    await runner.sync(`
      for await (const { id } of svc.listRecords('Issue')) await svc.log(id);
      for await (const { id } of svc.listRecords('Issue', { cursor: 'one' })) { await svc.log('again ' + id); break; }`);
    expect(runner.api.logLines.map(({ message }) => message)).toEqual(['start', 'one', 'two', 'again one']);
  });

  it('tells each write what others may have changed, and what the run changed itself', async () => {
    await runner.sync(`
      await svc.setMergingStrategy({ strategy: 'ignore_if_modified_after' }, 'Issue');
      await svc.batchSave([{ id: 'a' }], 'Issue');
      await svc.batchSave([{ id: 'b' }], 'Issue');
      await svc.batchDelete([{ id: 'b' }], 'Issue');
      await svc.setMergingStrategy({ strategy: 'override' }, 'Issue');
      await svc.batchSave([{ id: 'c' }], 'Issue');`);
    const queries = runner.api.queries.filter((query) => 'model' in Object(query));
    expect(queries).toEqual([
      { model: 'Issue' },
      { model: 'Issue', keep_after: 'place', own: '' },
      { model: 'Issue', keep_after: 'place', own: '1-1' },
      { model: 'Issue', keep_after: 'place', own: '1-2' },
      { model: 'Issue' },
    ]);
    expect(errorOf(await runner.sync(`await svc.setMergingStrategy({ strategy: 'x' }, 'Issue');`)).message).toMatch(
      /"x" is none of override, ignore_if_modified_after/,
    );
  });

  it('ends a tracking only after every save that was begun before', async () => {
    await runner.sync(`
      await svc.trackDeletesStart('Issue');
      void svc.batchSave([{ id: 'not awaited' }], 'Issue');
      const { deletedKeys } = await svc.trackDeletesEnd('Issue');
      await svc.log(deletedKeys.join());`);
    expect(recordCalls()).toEqual(['tracking/start', 'save', 'tracking/end']);
    expect(runner.api.logLines).toMatchObject([{ message: 'gone' }]);
  });

  it('hands the guard of the definition on, and warns where it holds deletions', async () => {
    runner.api.ended = { deletedKeys: [], heldDeletions: 9 };
    const script = await trackingSync(
      'deletionGuard: 0.25,',
      `await svc.trackDeletesStart('Issue'); await svc.log(String((await svc.trackDeletesEnd('Issue')).heldDeletions));`,
    );
    await runner.run(script, SYNC);
    expect(runner.api.guards).toEqual([0.25]);
    expect(runner.api.logLines).toMatchObject([
      { level: 'warn', message: expect.stringMatching(/^9 records of Issue seem to be gone.*confirm/) },
      { message: '9' },
    ]);
  });

  it('warns where no tracking was open, and tells the function nothing of it', async () => {
    runner.api.ended = { deletedKeys: [], untracked: true };
    await runner.sync(`await svc.log(JSON.stringify(await svc.trackDeletesEnd('Issue')));`);
    expect(runner.api.logLines).toMatchObject([
      { level: 'warn', message: expect.stringMatching(/no open tracking of Issue.*call trackDeletesStart/) },
      { message: '{"deletedKeys":[]}' },
    ]);
  });

  it('does not end a tracking when a save failed that nobody awaited', async () => {
    const result = await runner.sync(`
      await svc.trackDeletesStart('Issue');
      void svc.batchSave([{ id: 'a', broken: 1n }], 'Issue').catch(() => undefined);
      await svc.trackDeletesEnd('Issue');`);
    expect(errorOf(result).message).toMatch(/cannot be written as JSON/);
    expect(recordCalls()).toEqual(['tracking/start']);
  });

  it('tracks every model from begin to end where the definition says so, and ends nothing after a failure', async () => {
    const script = await trackingSync('trackDeletes: true,', `await svc.batchSave([{ id: 'a' }], 'Issue');`);
    expect(await runner.run(script, SYNC)).toEqual({ outcome: 'completed' });
    expect(recordCalls()).toEqual(['tracking/start', 'tracking/start', 'save', 'tracking/end', 'tracking/end']);
    runner.api.reset();
    await runner.run(await trackingSync('trackDeletes: true,', `throw new Error('no');`), SYNC);
    expect(recordCalls()).toEqual(['tracking/start', 'tracking/start']);
  });

  it('knows from the beginning what the deprecated helper compares with', async () => {
    const script = await trackingSync(
      '',
      `await svc.batchSave([{ id: 'a' }], 'Issue'); await svc.deleteRecordsFromPreviousExecutions('Issue');`,
    );
    await runner.run(script, SYNC);
    expect(recordCalls()).toEqual(['tracking/start', 'tracking/start', 'save', 'tracking/end']);
  });

  it.each([
    'batchUpdate([], "Nope")',
    'getRecordsById([], "Nope")',
    'listRecords("Nope")',
    'trackDeletesStart("Nope")',
  ])('refuses a model that the sync does not have: %s', async (call) => {
    expect(errorOf(await runner.sync(`await svc.${call};`)).message).toMatch(/no model "Nope"; it has Issue/);
  });
});
