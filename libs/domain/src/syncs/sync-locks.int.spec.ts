import { describe, expect, it } from '@jest/globals';
import { SyncRunRepository, type Transaction } from '@svc/database';
import { waitFor } from '@svc/testing';
import { SyncBed } from '../testing/sync-bed.js';
import { publishSync } from '../testing/sync-fixture.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';

/** Connections and streams, then syncs by id, then runs: whoever kept another order would answer a deadlock. */
describe('the order in which syncs and their runs are locked', () => {
  const bed = SyncBed.use();

  /** `work` begins while somebody holds the sync, who then goes on to another row of it. */
  const against = async <T>(
    work: () => Promise<T>,
    goesOn: (tx: Transaction) => Promise<unknown>,
    syncId = bed.syncId,
  ): Promise<T> => {
    const { working } = await bed.database.transaction(async (tx) => {
      await new SyncRunRepository(tx).lockSync(syncId, tx);
      const begun = work();
      begun.catch(() => undefined);
      await waitFor('the other one to wait', 10_000, async () => (await bed.waitingForLocks()) === 1);
      await goesOn(tx);
      return { working: begun };
    });
    return await working;
  };

  const reset = () =>
    bed.services.control.trigger({ environmentId: bed.fixture.environmentId, providerConfigKey: 'api' }, [], {
      reset: true,
      emptyCache: false,
    });
  const remove = () =>
    bed.database.transaction((tx) => bed.services.instances.removeForConnection(tx, bed.fixture.connectionId));

  it.each([
    ['a reset', reset],
    ['a removal', remove],
  ])('%s stops a run over a window that begins at the same moment', async (_, stop) => {
    const runId = await bed.services.windows.request(bed.fixture.environmentId, {
      provider_config_key: 'api',
      connection_id: 'customer-1',
      sync: { name: 'items', variant: 'base' },
    });
    const opening = { runId, syncId: bed.syncId, versionId: bed.fixture.versionId, temporalRunId: 'execution' };
    await against(stop, async (tx) => expect(await new SyncRunRepository(tx).openQueued(opening, tx)).toBe(true));
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED' });
  });

  const stopBy = (runId: string) => (tx: Transaction) =>
    tx.query(`UPDATE sync_runs SET status = 'STOPPED' WHERE id = $1`, [runId]);

  it('a run that ends and one that is stopped', async () => {
    const runId = await bed.openRun();
    await against(() => bed.services.endings.finish({ runId, status: 'SUCCESS' }), stopBy(runId));
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED' });
    expect(await bed.syncRow()).toMatchObject({ last_sync_date: null });
  });

  it('a checkpoint of a run that is stopped', async () => {
    const fence = await bed.beginSlice(await bed.openRun());
    const saving = against(
      () => new SyncCheckpoints(bed.database).save({ syncId: bed.syncId, fence }, { page: 1 }, 0),
      stopBy(fence.runId),
    );
    await expect(saving).rejects.toMatchObject({ code: 'run_superseded' });
    expect(await bed.syncRow()).toMatchObject({ checkpoint: null });
  });

  it('syncs of a connection whose credentials are dead', async () => {
    await publishSync(bed.database, bed.fixture, 'other');
    await bed.createSyncs();
    const [first = '', second = ''] = [bed.syncId, await bed.syncIdOf('other')].toSorted();
    const runId = await bed.openRun(second);
    await bed.database.query(`UPDATE connections SET errors = '[{"type": "auth"}]' WHERE id = $1`, [
      bed.fixture.connectionId,
    ]);
    await against(
      () => bed.services.endings.finish({ runId, status: 'ERROR', reason: 'auth_dead' }),
      (tx) => new SyncRunRepository(tx).lockSync(second, tx),
      first,
    );
    expect(await bed.syncRow(first)).toMatchObject({ paused: true, pause_reason: 'auth_dead' });
    expect(await bed.syncRow(second)).toMatchObject({ paused: true, pause_reason: 'auth_dead' });
  });
});
