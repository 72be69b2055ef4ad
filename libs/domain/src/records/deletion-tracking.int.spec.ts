import { beforeAll, describe, expect, it } from '@jest/globals';
import { RecordTrackingRepository } from '@svc/database';
import { waitFor } from '@svc/testing';
import fc from 'fast-check';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { CheckpointHistory } from '../syncs/checkpoint-history.service.js';
import { SyncTargets } from '../syncs/sync-targets.service.js';
import { PASS_SHAPES, SimulatedSync, type PassShape } from '../testing/simulated-sync.js';
import { SyncBed } from '../testing/sync-bed.js';
import { DeletionTracking } from './deletion-tracking.service.js';

const IS_SOAK = Boolean(process.env['SOAK']);
const RUNS = IS_SOAK ? 1_000 : 50;
const TIMEOUT_MS = IS_SOAK ? 1_800_000 : 120_000;

/** Calls of a `template`: start, then page and checkpoint four times each, the last page, clear, end. */
const TO_THIRD_PAGE = 5;
const TO_LAST_PAGE = 10;

describe('deletions', () => {
  const bed = SyncBed.use();
  const trackings = new RecordTrackingRepository();
  let tracking: DeletionTracking;
  let history: CheckpointHistory;

  beforeAll(() => {
    tracking = new DeletionTracking(bed.database);
    const targets = new SyncTargets(bed.database, new ConnectionLookup(bed.database));
    history = new CheckpointHistory(bed.database, targets, tracking);
  });

  const recordIds = async (condition: string) => {
    const { rows } = await bed.database.query<{ id: string }>(
      `SELECT external_id AS id FROM records JOIN record_streams s ON s.id = stream_id
        WHERE s.connection_id = $1 AND seq > coalesce(emptied_to_seq, 0) AND ${condition} ORDER BY 1`,
      [bed.fixture.connectionId],
    );
    return rows.map(({ id }) => id);
  };
  const live = () => recordIds('deleted_at IS NULL');
  const deleted = () => recordIds('deleted_at IS NOT NULL');
  const streamRow = async () => {
    const { rows } = await bed.database.query<{ id: number; held: number | null; no: number }>(
      `SELECT id, held_deletions AS held, tracking_no AS no FROM record_streams WHERE connection_id = $1`,
      [bed.fixture.connectionId],
    );
    if (!rows[0]) throw new Error('There is no stream.');
    return rows[0];
  };
  const empty = () =>
    bed.database.query(
      `UPDATE record_streams SET emptied_to_seq = last_seq, live_count = 0, tracked_from_seq = NULL, held_deletions = NULL
        WHERE connection_id = $1`,
      [bed.fixture.connectionId],
    );
  const target = () => ({
    environmentId: bed.fixture.environmentId,
    providerConfigKey: 'api',
    connectionId: 'customer-1',
  });
  const reference = { name: 'items', variant: 'base' };
  const restore = async (back: number) => {
    const { data: versions } = await history.list(target(), { sync: reference, limit: 20, cursor: undefined });
    const chosen = versions[Math.min(back, versions.length - 1)];
    if (chosen) await history.restore(target(), reference, chosen.version);
  };

  /** A sync that has been through the data once, and since then the provider lost `m1`, which stands on the first page. */
  const passedOnce = async (shape: PassShape = 'template'): Promise<SimulatedSync> => {
    const sync = new SimulatedSync(bed, shape);
    await sync.complete();
    expect(await live()).toEqual(sync.present);
    sync.gone.add('m1');
    return sync;
  };
  /** The pass under way deletes nothing; the one after it what is gone. */
  const expectDeletionsInNextPass = async (sync: SimulatedSync) => {
    await sync.complete();
    expect(await deleted()).toEqual([]);
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  };

  it('of what was passed before a restored checkpoint wait for a pass that begins at the beginning', async () => {
    const sync = await passedOnce();
    await restore(1);
    await expectDeletionsInNextPass(sync);
  });

  it.each(['discard', 'confirm'] as const)('are not found anew in the middle of a pass: %s', async (decide) => {
    const sync = await passedOnce();
    sync.guard = 0;
    await sync.complete();
    expect((await streamRow()).held).toBe(1);
    await sync.work(TO_THIRD_PAGE);
    expect(await tracking[decide](sync.key)).toEqual(decide === 'confirm' ? ['m1'] : true);
    const decided = await deleted();
    sync.crash();
    sync.guard = undefined;
    await sync.complete();
    expect(await deleted()).toEqual(decided);
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  it.each(['discard', 'confirm'] as const)('are not found anew after the first page: %s', async (decide) => {
    const sync = await passedOnce();
    sync.guard = 0;
    await sync.complete();
    await sync.work(2);
    await tracking[decide](sync.key);
    sync.guard = undefined;
    await sync.step();
    sync.crash();
    await sync.complete();
    expect(await deleted()).toEqual(decide === 'confirm' ? ['m1'] : []);
  });

  it('are found by the next pass when they were discarded between two', async () => {
    const sync = await passedOnce();
    sync.guard = 0;
    await sync.complete();
    await tracking.discard(sync.key);
    expect(await tracking.discard(sync.key)).toBe(false);
    expect(await tracking.confirm(sync.key)).toBeUndefined();
    sync.guard = undefined;
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  it.each(['same run', 'next run'] as const)('are not found anew after a crash behind the end: %s', async (next) => {
    const sync = await passedOnce('ends first');
    await sync.work(TO_LAST_PAGE + 1);
    expect(await deleted()).toEqual(['m1']);
    if (next === 'same run') sync.crash();
    else await sync.end('ERROR');
    sync.gone.add('m2');
    await sync.complete();
    expect(await live()).toEqual(sync.present.concat('m2').sort());
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  it('are not found anew where a pass took several runs and the last of them crashed behind the end', async () => {
    const sync = await passedOnce('ends first');
    await sync.work(TO_LAST_PAGE - 1);
    await sync.end('SUCCESS');
    await sync.work(3);
    expect(await deleted()).toEqual(['m1']);
    await sync.end('ERROR');
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  it.each(['watermark', 'fixed watermark'] as const)(
    'are found in each pass of a sync that keeps a %s',
    async (shape) => {
      const sync = await passedOnce(shape);
      for (const id of ['m2', 'm3', 'm4']) {
        await sync.complete();
        expect(await live()).toEqual(sync.present);
        sync.gone.add(id);
      }
      sync.gone.delete('m1');
      await sync.complete();
      expect(await live()).toEqual(sync.present);
    },
  );

  it('are not found by a function that tracks for the first time in the middle of a pass', async () => {
    const sync = await passedOnce();
    await sync.work(TO_THIRD_PAGE);
    await sync.end('ERROR');
    await bed.database.query(
      `UPDATE record_streams SET tracking_no = 0, tracked_from_seq = NULL, tracking_run_id = NULL WHERE connection_id = $1`,
      [bed.fixture.connectionId],
    );
    await expectDeletionsInNextPass(sync);
  });

  it('of what was saved after the cache was emptied in the middle of a pass are none', async () => {
    const sync = await passedOnce();
    await sync.work(TO_THIRD_PAGE - 1);
    await empty();
    await sync.work(2);
    sync.crash();
    await sync.complete();
    expect(await deleted()).toEqual([]);
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  it('are left to the tracking that is open by then', async () => {
    const sync = await passedOnce();
    await sync.work(TO_LAST_PAGE);
    const { id, no } = await streamRow();
    const { waiting } = await bed.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM record_streams WHERE id = $1 FOR UPDATE', [id]);
      const ending = tracking.end(sync.key);
      await waitFor('the sweep to wait', 10_000, async () => (await bed.waitingForLocks()) === 1);
      await trackings.end(tx, id, no, null);
      await trackings.begin(tx, id, { runId: null, isAtBeginning: true, goesOn: false, hasNeverStarted: false });
      return { waiting: ending };
    });
    expect(await waiting).toMatchObject({ deletedIds: [] });
    expect(await deleted()).toEqual([]);
  });

  it('that are confirmed while the next pass finds them believable are none', async () => {
    const sync = await passedOnce();
    sync.guard = 0;
    await sync.complete();
    const { id, no } = await streamRow();
    const { waiting } = await bed.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM record_streams WHERE id = $1 FOR UPDATE', [id]);
      const confirming = tracking.confirm(sync.key);
      await waitFor('the confirmation to wait', 10_000, async () => (await bed.waitingForLocks()) === 1);
      await trackings.end(tx, id, no, null);
      await trackings.begin(tx, id, { runId: null, isAtBeginning: true, goesOn: false, hasNeverStarted: false });
      return { waiting: confirming };
    });
    expect(await waiting).toBeUndefined();
    expect(await deleted()).toEqual([]);
  });

  it('are not held by an attempt that a reset has stopped', async () => {
    const sync = await passedOnce();
    await sync.work(TO_THIRD_PAGE);
    const stopped = sync.attempt;
    await bed.services.control.trigger(target(), [reference], { reset: true, emptyCache: false });
    sync.forget();
    await sync.work(2);
    const ending = tracking.end(sync.key, { guard: 0, ...(stopped && { fence: stopped }) });
    await expect(ending).rejects.toMatchObject({ code: 'run_superseded' });
    expect((await streamRow()).held).toBeNull();
    await sync.complete();
    expect(await live()).toEqual(sync.present);
  });

  describe('without a tracking', () => {
    it('are none, which the answer says where an attempt before may have ended it', async () => {
      const sync = await passedOnce('ends first');
      await sync.work(TO_LAST_PAGE + 1);
      const fence = await bed.beginSlice(sync.attempt?.runId ?? '');
      expect(await tracking.end(sync.key, { fence })).toEqual({ deletedIds: [], held: 0, wasTracked: false });
    });

    it('are an error where the run never started one', async () => {
      const { key } = await passedOnce();
      const fence = await bed.beginSlice(await bed.openRun());
      await expect(tracking.end(key, { fence })).rejects.toMatchObject({ code: 'invalid_request' });
      await tracking.start(key, fence);
      expect(await tracking.end(key, { fence })).toMatchObject({ wasTracked: true });
    });
  });

  const eventArbitrary = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('work' as const), calls: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('work to end' as const) }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'fail' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('return early' as const, 'reset' as const, 'empty' as const) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), back: fc.nat(6) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('discard' as const, 'confirm' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('guard' as const), guard: fc.constantFrom(undefined, 0, 0.3) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('toggle' as const), id: fc.constantFrom('m1', 'm2', 'm3', 'm4') }),
    },
  );
  type Event = typeof eventArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

  async function happen(sync: SimulatedSync, event: Event): Promise<void> {
    switch (event.kind) {
      case 'work':
        return await sync.work(event.calls);
      case 'work to end':
        return await sync.workToEnd();
      case 'crash':
        return sync.crash();
      case 'fail':
        return await sync.end('ERROR');
      case 'return early':
        return await sync.returnEarly();
      case 'reset':
        await bed.services.control.trigger(target(), [reference], { reset: true, emptyCache: false });
        return sync.forget();
      case 'empty':
        return void (await empty());
      case 'restore':
        await sync.end('ERROR');
        return await restore(event.back);
      case 'discard':
      case 'confirm':
        return void (await tracking[event.kind](sync.key));
      case 'guard':
        sync.guard = event.guard;
        return;
      case 'toggle':
        if (!sync.gone.delete(event.id)) sync.gone.add(event.id);
    }
  }

  it(
    'never concern what still exists, whatever happens to a pass, and all that is gone is found in the end',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...PASS_SHAPES),
          fc.array(eventArbitrary, { minLength: 5, maxLength: 30, size: 'max' }),
          async (shape, events) => {
            await bed.connect();
            const sync = new SimulatedSync(bed, shape);
            for (const event of events) {
              await happen(sync, event);
              expect((await deleted()).filter((id) => id.startsWith('k'))).toEqual([]);
            }
            sync.guard = undefined;
            sync.crash();
            await sync.complete();
            await sync.complete();
            expect(await live()).toEqual(sync.present);
          },
        ),
        { numRuns: RUNS, ...(IS_SOAK ? {} : { seed: 1 }) },
      );
    },
    TIMEOUT_MS,
  );
});
