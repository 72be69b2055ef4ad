import { describe, expect, it } from '@jest/globals';
import { SyncBed } from '../testing/sync-bed.js';

describe('runs that somebody stops', () => {
  const bed = SyncBed.use();
  const AUTH = { type: 'auth', log_id: 'other' };

  const errors = async () =>
    (await bed.database.query('SELECT errors FROM connections WHERE id = $1', [bed.fixture.connectionId])).rows[0]?.[
      'errors'
    ];
  const loggedAs = async (runId: string) => {
    await bed.services.operations.flush();
    const { rows } = await bed.database.query(
      'SELECT o.status FROM operations o JOIN sync_runs r ON r.operation_id = o.id WHERE r.id = $1',
      [runId],
    );
    return rows[0]?.['status'];
  };
  const target = () => ({ environmentId: bed.fixture.environmentId, providerConfigKey: 'api' });

  it.each<[string, (runId: string) => Promise<unknown>]>([
    ['a cancel', (runId) => bed.services.history.cancel(bed.fixture.environmentId, runId)],
    ['a reset', () => bed.services.control.trigger(target(), [], { reset: true, emptyCache: false })],
    [
      'the removal of its function',
      async () => {
        await bed.database.query('UPDATE functions SET deleted_at = now() WHERE id = $1', [bed.fixture.functionId]);
        await bed.database.transaction((tx) =>
          bed.services.instances.reconcileFunctions(tx, {
            environmentId: bed.fixture.environmentId,
            integrationIds: [bed.fixture.integrationId],
          }),
        );
      },
    ],
  ])('by %s end in the log too, and their sync no longer counts as failing', async (_, stop) => {
    await bed.database.query('UPDATE connections SET errors = $2 WHERE id = $1', [
      bed.fixture.connectionId,
      JSON.stringify([AUTH]),
    ]);
    await bed.services.endings.finish({ runId: await bed.openRun(), status: 'ERROR', reason: 'function_error' });
    expect(await errors()).toEqual([{ type: 'sync', log_id: expect.any(String) }, AUTH]);
    const runId = await bed.openRun();
    expect(await loggedAs(runId)).toBe('running');
    await stop(runId);
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED' });
    expect(await loggedAs(runId)).toBe('cancelled');
    expect(await errors()).toEqual([AUTH]);
  });

  it('stay open in the log when what stops them is rolled back', async () => {
    const runId = await bed.openRun();
    const stopping = bed.database.transaction(async (tx) => {
      await bed.services.instances.removeForConnection(tx, bed.fixture.connectionId);
      throw new Error('not after all');
    });
    await expect(stopping).rejects.toThrow('not after all');
    expect(await loggedAs(runId)).toBe('running');
  });
});
