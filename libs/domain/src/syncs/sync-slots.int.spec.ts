import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sliceExecution, SyncBed } from '../testing/sync-bed.js';
import { publishSync } from '../testing/sync-fixture.js';

describe('slots of syncs', () => {
  const bed = SyncBed.use({
    SYNC_SLOTS_PER_ENVIRONMENT: '6',
    SYNC_SLOTS_PER_INTEGRATION: '4',
    SYNC_SLOTS_PER_CUSTOMER: '3',
    SYNC_SLOTS_PER_CONNECTION: '2',
  });

  beforeEach(async () => {
    await publishSync(bed.database, bed.fixture, 'more');
    await publishSync(bed.database, bed.fixture, 'most');
  });

  /** Opens a run of each of the three syncs of a new connection. */
  const connect = async (customer?: string): Promise<string[]> => {
    const { environmentId, integrationId } = bed.fixture;
    const { rows: connections } = await bed.database.query<{ id: number }>(
      `INSERT INTO connections (environment_id, integration_id, connection_id, tags) VALUES ($1, $2, $3, $4) RETURNING id`,
      [environmentId, integrationId, randomUUID(), JSON.stringify(customer ? { organization_id: customer } : {})],
    );
    const connectionId = connections[0]?.id ?? 0;
    await bed.database.transaction((tx) =>
      bed.services.instances.createForConnection(tx, { environmentId, integrationId, connectionId }),
    );
    const { rows } = await bed.database.query<{ id: string }>('SELECT id FROM syncs WHERE connection_id = $1', [
      connectionId,
    ]);
    return await Promise.all(rows.map(({ id }) => bed.openRun(id)));
  };
  const begins = async (runId = ''): Promise<boolean> => {
    return (await bed.services.slices.begin(runId, sliceExecution())).begun;
  };
  const end = (runId = '') => bed.services.endings.finish({ runId, status: 'SUCCESS' });
  const statusOf = async (runId = '') =>
    (await bed.database.query('SELECT status, reason FROM sync_runs WHERE id = $1', [runId])).rows[0];

  it('are so many for a connection', async () => {
    const [one, two, three] = await connect();
    expect([await begins(one), await begins(two), await begins(three)]).toEqual([true, true, false]);
    expect(await statusOf(three)).toEqual({ status: 'RUNNING', reason: 'queued' });
    await end(one);
    expect(await begins(three)).toBe(true);
    expect(await statusOf(three)).toEqual({ status: 'RUNNING', reason: null });
  });

  it('are so many for a customer, over all connections', async () => {
    const [one, two] = [await connect('acme'), await connect('acme')];
    expect([await begins(one[0]), await begins(two[0]), await begins(one[1])]).toEqual([true, true, true]);
    expect(await begins(two[1])).toBe(false);
    const [other] = await connect('other');
    expect(await begins(other)).toBe(true);
  });

  it('are so many for an integration', async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()];
    const taken = [one[0], one[1], two[0], two[1]];
    expect(await Promise.all(taken.map((runId) => begins(runId)))).toEqual([true, true, true, true]);
    expect(await begins(three[0])).toBe(false);
  });

  it('go to the customer who has fewer, when both wait', async () => {
    const [big, alsoBig, small] = [await connect('big'), await connect('big'), await connect('small')];
    const [second] = await connect('second');
    expect([await begins(big[0]), await begins(big[1]), await begins(alsoBig[0])]).toEqual([true, true, true]);
    expect(await begins(second)).toBe(true);
    // Four of four: both have asked, the big one first.
    expect([await begins(alsoBig[1]), await begins(small[0])]).toEqual([false, false]);
    await end(big[0]);
    expect(await begins(alsoBig[1])).toBe(false);
    expect(await begins(small[0])).toBe(true);
    await end(second);
    expect(await begins(alsoBig[1])).toBe(true);
  });

  it('are not left to a run that asks no more', async () => {
    const [big, alsoBig, small] = [await connect('big'), await connect('big'), await connect('small')];
    const [second] = await connect('second');
    for (const runId of [big[0], big[1], alsoBig[0], second]) expect(await begins(runId)).toBe(true);
    expect(await begins(small[0])).toBe(false);
    await bed.database.query(`UPDATE sync_runs SET slot_asked_at = now() - interval '2 minutes' WHERE id = $1`, [
      small[0],
    ]);
    await end(big[0]);
    expect(await begins(alsoBig[1])).toBe(true);
  });
});
