import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANE_KINDS, type ActionAttemptOutcome, type SliceOutcome } from '@svc/contracts/workflows';
import { ActionScripts } from './action-scripts.js';
import { CredentialScripts, DOWN_AGAIN, NOTHING_DONE, RECOVERED } from './credential-scripts.js';
import { LifecycleScripts } from './lifecycle-scripts.js';
import { asleepFor, EMPTY, LaneScripts, MORE } from './lane-scripts.js';
import { storeHistory } from './stored-history.js';
import { syncScript } from './sync-script.js';
import { WorkflowBed } from './workflow-bed.js';

const SLICED: SliceOutcome = { outcome: 'sliced', progressed: true };
const COMPLETED: SliceOutcome = { outcome: 'completed' };
const DOWN: SliceOutcome = { outcome: 'failed', errorClass: 'provider-down', progressed: false };

/** Runs as they are today. Record with `RECORD_HISTORIES=1`, once for each version that is released; never record over old ones. */
describe('recording', () => {
  let bed: WorkflowBed;
  const actions = new ActionScripts();
  const credentials = new CredentialScripts();
  const lanes = new LaneScripts();
  const lifecycle = new LifecycleScripts();

  beforeAll(async () => {
    const others = { ...lanes.activities, ...lifecycle.activities };
    bed = await WorkflowBed.start({ ...actions.activities, ...credentials.activities, ...others });
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  it.each<[string, (n: number) => SliceOutcome]>([
    ['sync-slices', (n) => (n < 3 ? SLICED : COMPLETED)],
    ['sync-waits-for-the-provider', (n) => (n === 1 ? DOWN : COMPLETED)],
    ['sync-fails', () => DOWN],
  ])(
    '%s',
    async (name, slice) => {
      const handle = await bed.runToEnd(syncScript(slice));
      const history = await handle.fetchHistory();
      expect(history.events?.length).toBeGreaterThan(5);
      await storeHistory(name, history);
    },
    30_000,
  );

  it('sync-waits-for-its-turn', async () => {
    const script = syncScript((n) => (n < 2 ? SLICED : COMPLETED));
    let asked = 0;
    const handle = await bed.runToEnd({
      ...script,
      startSyncRun: async (claim) =>
        (asked += 1) < 3
          ? { started: false, reason: 'already_running', retryAfterMs: 20 }
          : await script.startSyncRun(claim),
    });
    await storeHistory('sync-waits-for-its-turn', await handle.fetchHistory());
  }, 30_000);

  it.each<[string, (n: number) => ActionAttemptOutcome]>([
    ['action', () => ({ outcome: 'ended' })],
    ['action-repeats', (n) => (n < 3 ? { outcome: 'repeat', waitMs: 20 } : { outcome: 'ended' })],
  ])(
    '%s',
    async (name, attempt) => {
      const { handle } = await actions.start(bed.client, attempt);
      await handle.result();
      await storeHistory(name, await handle.fetchHistory());
    },
    30_000,
  );

  it('refresh-credentials', async () => {
    const { handle } = await credentials.refresh(bed.client, (n) =>
      n < 3 ? { ...DOWN_AGAIN, status: 503 } : RECOVERED,
    );
    await handle.result();
    await storeHistory('refresh-credentials', await handle.fetchHistory());
  }, 30_000);

  it('refresh-sweep', async () => {
    const { handle } = await credentials.sweep(bed.client, (n) => ({ ...NOTHING_DONE, more: n < 3 }));
    await handle.result();
    await storeHistory('refresh-sweep', await handle.fetchHistory());
  }, 30_000);

  it('connection-lifecycle', async () => {
    const { handle } = await lifecycle.start(bed.client, (n) =>
      n < 3 ? { outcome: 'repeat', waitMs: 20 } : { outcome: 'ended' },
    );
    await handle.result();
    await storeHistory('connection-lifecycle', await handle.fetchHistory());
  }, 30_000);

  it('revoke-credentials', async () => {
    const { handle } = await credentials.revoke(bed.client, (n) =>
      n < 2 ? { outcome: 'repeat', revoked: 1, failed: 1, waitMs: 20 } : { outcome: 'ended', revoked: 1, failed: 0 },
    );
    await handle.result();
    await storeHistory('revoke-credentials', await handle.fetchHistory());
  }, 30_000);

  it.each(LANE_KINDS)(
    '%s',
    async (kind) => {
      const { handle } = await lanes.start(bed.client, (n) => [MORE, asleepFor(300)][n - 1] ?? EMPTY, {}, kind);
      await handle.result();
      await storeHistory(kind, await handle.fetchHistory());
    },
    30_000,
  );
});
