import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectAttempts, ConnectSessionRetention, OperationLog } from '@svc/domain';
import { FlowUnderTest } from '../testing/flow-under-test.js';

describe('what is left of connect sessions', () => {
  let flow: FlowUnderTest;

  beforeAll(async () => {
    flow = await FlowUnderTest.start();
  });

  afterAll(() => flow.close());

  it('ends authorizations that nobody came back from, in the log too', async () => {
    const lost = await flow.begin();
    const waiting = await flow.begin();
    await flow.api.database.query('UPDATE connect_attempts SET expires_at = now() WHERE id = $1', [lost.state]);
    expect(await flow.api.app.get(ConnectAttempts, { strict: false }).endLost()).toBe(false);
    const { rows } = await flow.api.database.query<{ status: string; memory: string | null }>(
      'SELECT status, memory_sealed AS memory FROM connect_attempts WHERE id = $1',
      [lost.state],
    );
    expect(rows[0]).toEqual({ status: 'error', memory: null });
    expect(await flow.attempt(lost)).toMatchObject({ status: 'error', error_type: 'state_err' });
    expect(await flow.attempt(waiting)).toMatchObject({ status: 'waiting' });
    await flow.api.app.get(OperationLog, { strict: false }).flush();
    const { rows: operations } = await flow.api.database.query<{ status: string }>(
      'SELECT status FROM operations WHERE id = (SELECT operation_id FROM connect_attempts WHERE id = $1)',
      [lost.state],
    );
    expect(operations).toEqual([{ status: 'cancelled' }]);
  });

  it('forgets sessions with their attempts a day after their end, not before', async () => {
    const old = await flow.begin();
    const young = await flow.begin();
    const age = (state: string, ago: string) =>
      flow.api.database.query(
        `UPDATE connect_sessions SET expires_at = now() - $2::interval
          WHERE id = (SELECT session_id FROM connect_attempts WHERE id = $1)`,
        [state, ago],
      );
    await age(old.state, '25 hours');
    await age(young.state, '23 hours');
    expect(await flow.api.app.get(ConnectSessionRetention, { strict: false }).prune()).toBe(false);
    const { rows } = await flow.api.database.query<{ id: string }>(
      'SELECT id FROM connect_attempts WHERE id = ANY($1)',
      [[old.state, young.state]],
    );
    expect(rows).toEqual([{ id: young.state }]);
  });
});
