import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonAnswer } from './testing/fake-run-api.js';
import { errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

describe('helpers of a sync', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  it('saves records a thousand at a time, without bookkeeping, and deletes by id', async () => {
    const result = await runner.sync(
      `
      const records = Array.from({ length: 2500 }, (_, i) => ({ id: String(i), title: 'é' + i, _metadata: { x: 1 }, _nango_metadata: {} }));
      if (await svc.batchSave(records, 'Issue') !== true) throw new Error('not true');
      await svc.batchSave([], 'Issue');
      await svc.batchDelete(records.slice(0, 1001), 'Issue');
      await svc.log([svc.variant, svc.lastSyncDate.toISOString()].join(' '));`,
      { sync: { name: 's', variant: 'eu', models: ['Issue'], lastSyncDate: '2026-01-02T03:04:05.000Z' } },
    );
    expect(result).toEqual({ outcome: 'completed' });
    expect(runner.api.saved.map(({ model, records }) => [model, records.length])).toEqual([
      ['Issue', 1000],
      ['Issue', 1000],
      ['Issue', 500],
    ]);
    expect(runner.api.saved[0]?.records[7]).toEqual({ id: '7', title: 'é7' });
    expect(runner.api.deleted.map(({ ids }) => ids.length)).toEqual([1000, 1]);
    expect(runner.api.logLines).toMatchObject([{ message: 'eu 2026-01-02T03:04:05.000Z' }]);
  });

  it.each([
    [`await svc.batchSave([{ id: 'a' }, { title: 1 }], 'Issue');`, /id of record 1 is undefined/],
    [`await svc.batchSave([{ id: 'a'.repeat(256) }], 'Issue');`, /text of 256 characters/],
    [`await svc.batchSave([{ id: 'a' }], 'Nope');`, /no model "Nope"; it has Issue/],
    [`await svc.saveCheckpoint({ n: { deep: 1 } });`, /"n" must be text, a number or a boolean/],
    [`await svc.saveCheckpoint({ n: 'text' });`, /does not match its schema: n: /],
  ])('refuses %s before anything is sent', async (body, message) => {
    const error = errorOf(await runner.sync(body));
    expect(error).toMatchObject({
      type: 'function_error',
      message: expect.stringMatching(message),
      location: { file: 'github/syncs/issues.ts', line: 7 },
    });
    expect(runner.api.requests.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  it('saves checkpoints with the version that it knows', async () => {
    await runner.sync(`
      const start = await svc.getCheckpoint();
      if (start !== null) throw new Error('not null');
      await svc.saveCheckpoint({ n: 1 }); await svc.saveCheckpoint({ n: 2 });
      if ((await svc.getCheckpoint()).n !== 2) throw new Error('not 2');`);
    expect(runner.api.checkpoint).toEqual({ checkpoint: { n: 2 }, version: 2 });
    expect(runner.api.requests.filter((line) => line === 'GET /run/checkpoint')).toHaveLength(1);
    const given = {
      name: 's',
      variant: 'base',
      models: ['Issue'],
      lastSyncDate: null,
      checkpoint: { checkpoint: { n: 2 }, version: 2 },
    };
    await runner.sync(`await svc.saveCheckpoint({ n: (await svc.getCheckpoint()).n + 1 });`, { sync: given });
    expect(runner.api.checkpoint.checkpoint).toEqual({ n: 3 });
    expect(runner.api.requests.filter((line) => line === 'GET /run/checkpoint')).toHaveLength(1);
    await runner.sync(`await svc.clearCheckpoint(); if (await svc.getCheckpoint() !== null) throw new Error('kept');`);
    expect(runner.api.checkpoint.checkpoint).toBeNull();
    await runner.sync(`await svc.clearCheckpoint(); await svc.saveCheckpoint({ n: 9 });`);
    expect(runner.api.checkpoint.checkpoint).toEqual({ n: 9 });
  });

  it('stops at the first checkpoint past its slice, and never goes on after it', async () => {
    const result = await runner.sync(
      `void svc.batchSave([{ id: 'not awaited' }], 'Issue');
       setTimeout(() => { void svc.log('timer after the slice'); }, 50);
       for (let n = 1; n < 1000; n++) {
         await new Promise((r) => setTimeout(r, 20));
         await svc.batchSave([{ id: String(n) }], 'Issue');
         try { await svc.saveCheckpoint({ n }); } finally { if (n > 900) await svc.log('went on'); }
       }`,
      { limits: { sliceMs: 200 } },
    );
    expect(result).toEqual({ outcome: 'sliced' });
    const saved = runner.api.saved.flatMap(({ records }) => records.map(({ id }) => id));
    expect(saved[0]).toBe('not awaited');
    expect(runner.api.checkpoint.checkpoint).toEqual({ n: saved.length - 1 });
    const requests = runner.api.requests.length;
    await runner.action('return 1;');
    expect(runner.api.requests.slice(requests).filter((line) => line.includes('records'))).toEqual([]);
  });

  it('ends at once when a newer attempt owns the run', async () => {
    runner.api.refuse = (path) => (path === '/run/records/save' ? { status: 409, code: 'run_superseded' } : undefined);
    const result = await runner.sync(
      `try { await svc.batchSave([{ id: '1' }], 'Issue'); } catch {} await svc.saveCheckpoint({ n: 1 });`,
    );
    expect(result).toEqual({ outcome: 'superseded' });
    expect(runner.api.checkpoint.checkpoint).toBeNull();
  });

  it('ends as repeatable when the gateway fails, even if the function would swallow it', async () => {
    runner.api.refuse = (path) => (path === '/run/records/save' ? { status: 500, code: 'server_error' } : undefined);
    const result = await runner.sync(`try { await svc.batchSave([{ id: '1' }], 'Issue'); } catch {}`);
    expect(errorOf(result)).toMatchObject({ type: 'platform', message: 'refused: server_error (server_error)' });
    const stale = await runner.sync('', { token: 'stale' });
    expect(errorOf(stale)).toMatchObject({ type: 'platform' });
  });

  it('waits for saves that the function did not await, and fails when one of them fails', async () => {
    expect(
      await runner.sync(
        `void svc.batchSave([{ id: 'late' }], 'Issue').then(() => svc.batchSave([{ id: 'later' }], 'Issue'));`,
      ),
    ).toEqual({ outcome: 'completed' });
    expect(runner.api.saved.map(({ records }) => records[0]?.['id'])).toEqual(['late', 'later']);
    expect(errorOf(await runner.sync(`void svc.batchSave([{ id: '' }], 'Issue');`))).toMatchObject({
      type: 'function_error',
      message: expect.stringMatching(/text of 0 characters/),
    });
  });
});

describe('paginate', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  const pages = (config: string, overrides = {}): Promise<unknown> =>
    runner
      .action(
        `const pages = []; const seen = []; for await (const page of svc.paginate(${config})) pages.push(page); return { pages, seen };`,
        overrides,
      )
      .then(outputOf);

  it('follows a cursor until it is missing, trimmed, with the limit in the query', async () => {
    const answers = [
      { d: { items: [1], next: ' c2 ' } },
      { d: { items: [2], next: 7 } },
      { d: { items: [3], next: ' ' } },
    ];
    runner.api.provider = () => jsonAnswer(answers[runner.api.proxied.length - 1]);
    const config = `{ endpoint: '/x', params: { a: 1 }, paginate: { type: 'cursor', cursor_path_in_response: 'd.next', cursor_name_in_request: 'after', limit_name_in_request: 'size', limit: 50, response_path: 'd.items', on_page: ({ nextPageParam, response }) => { seen.push([nextPageParam, response.status]); } } }`;
    expect(await pages(config)).toEqual({
      pages: [[1], [2], [3]],
      seen: [
        ['c2', 200],
        [7, 200],
        [null, 200],
      ],
    });
    expect(runner.api.proxied.map(({ params }) => params)).toEqual([
      { a: 1, size: '50' },
      { a: 1, size: '50', after: 'c2' },
      { a: 1, size: '50', after: '7' },
    ]);
  });

  it('sends the cursor in the body of other methods and stops at an empty page', async () => {
    const answers = [
      { items: [1], next: 'n' },
      { items: [], next: 'm' },
    ];
    runner.api.provider = () => jsonAnswer(answers[runner.api.proxied.length - 1]);
    const config = `{ endpoint: '/x', method: 'POST', data: { q: 1 }, paginate: { type: 'cursor', cursor_path_in_response: 'next', cursor_name_in_request: 'after', limit_name_in_request: 'size', response_path: 'items' } }`;
    expect(await pages(config)).toMatchObject({ pages: [[1]] });
    expect(runner.api.proxied.map(({ data }) => data)).toEqual([{ q: 1 }, { q: 1, after: 'n' }]);
  });

  it("follows links in the header with the provider's defaults, until one is repeated", async () => {
    runner.api.provider = ({ endpoint }) =>
      jsonAnswer(
        [endpoint],
        endpoint === '/x'
          ? { link: '<https://api/x?page=1>; rel="prev", <https://api/x?page=2&per_page=5>; rel="next"' }
          : { link: '<https://api/x?page=2&per_page=5>; rel=next' },
      );
    const connection = {
      connectionId: 'c1',
      providerConfigKey: 'github',
      provider: 'github',
      pagination: { type: 'link' as const, link_rel_in_response_header: 'next', limit_name_in_request: 'per_page' },
    };
    expect(await pages(`{ endpoint: '/x', paginate: { limit: 5 } }`, { connection })).toMatchObject({
      pages: [['/x'], ['https://api/x?page=2&per_page=5']],
    });
    expect(runner.api.proxied[0]?.params).toEqual({ per_page: '5' });
    expect(runner.api.proxied[1]?.params).toBeUndefined();
  });

  it('follows links in the body', async () => {
    runner.api.provider = ({ endpoint }) =>
      jsonAnswer({ v: [endpoint], links: endpoint === '/x' ? { next: '/x?p=2' } : {} });
    const config = `{ endpoint: '/x', paginate: { type: 'link', link_path_in_response_body: 'links.next', limit_name_in_request: 'l', response_path: 'v' } }`;
    expect(await pages(config)).toMatchObject({ pages: [['/x'], ['/x?p=2']] });
  });

  it.each([
    ['', ['0', '2', '4']],
    [`, offset_calculation_method: 'per-page', offset_start_value: 1`, ['1', '2', '3']],
  ])('counts an offset%s until a page is empty', async (extra, offsets) => {
    runner.api.provider = () => jsonAnswer(runner.api.proxied.length < 3 ? [1, 2] : []);
    await pages(
      `{ endpoint: '/x', paginate: { type: 'offset', offset_name_in_request: 'skip', limit_name_in_request: 'l'${extra} } }`,
    );
    expect(runner.api.proxied.map(({ params }) => params)).toEqual(offsets.map((skip) => ({ skip })));
  });

  it('says what is missing', async () => {
    const failing = async (config: string): Promise<string> =>
      errorOf(await runner.action(`for await (const p of svc.paginate(${config})) {}`)).message;
    expect(await failing(`{ endpoint: '/x' }`)).toMatch(/paginate.type is "undefined"/);
    expect(await failing(`{ endpoint: '/x', paginate: { type: 'cursor', limit_name_in_request: 'l' } }`)).toMatch(
      /needs cursor_path_in_response, cursor_name_in_request/,
    );
    expect(await failing(`{ endpoint: '/x', paginate: { type: 'link', limit_name_in_request: 'l' } }`)).toMatch(
      /link_rel_in_response_header or link_path/,
    );
  });
});
