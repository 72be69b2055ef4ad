import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANE_KINDS } from '@svc/contracts/workflows';
import { waitFor } from '@svc/testing';
import { asleepFor, EMPTY, LaneScripts, MORE } from './lane-scripts.js';
import { WorkflowBed } from './workflow-bed.js';

const LONG_MS = 3_600_000;

describe('workflows that drain lanes', () => {
  const scripts = new LaneScripts();
  let bed: WorkflowBed;

  beforeAll(async () => {
    bed = await WorkflowBed.start(scripts.activities);
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  it.each(LANE_KINDS)(
    '%s goes on until the lane is empty, then ends',
    async (kind) => {
      const { handle, rounds } = await scripts.start(bed.client, (n) => (n < 3 ? MORE : EMPTY), {}, kind);
      await handle.result();
      expect(rounds).toHaveLength(3);
    },
    30_000,
  );

  it('sleeps until the next row is due', async () => {
    const { handle, rounds } = await scripts.start(bed.client, (n) => (n === 1 ? asleepFor(400) : EMPTY));
    await handle.result();
    expect((rounds[1] ?? 0) - (rounds[0] ?? 0)).toBeGreaterThanOrEqual(400);
  }, 30_000);

  it('is woken from its sleep by whoever adds a row', async () => {
    const { handle, rounds, wake } = await scripts.start(bed.client, (n) => (n === 1 ? asleepFor(LONG_MS) : EMPTY));
    await waitFor('the first round', 20_000, () => Promise.resolve(rounds.length === 1 || undefined));
    await wake();
    await handle.result();
    expect(rounds).toHaveLength(2);
  }, 30_000);

  it('looks once more when it is woken while it drains', async () => {
    let began = (): void => undefined;
    let goOn = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
    const { handle, rounds, wake } = await scripts.start(bed.client, async (n) => {
      if (n > 1) return EMPTY;
      began();
      await mayEnd;
      return EMPTY;
    });
    await hasBegun;
    await wake();
    goOn();
    await handle.result();
    expect(rounds).toHaveLength(2);
  }, 30_000);

  it('starts anew when it is woken after its end', async () => {
    const { handle, rounds, wake } = await scripts.start(bed.client, () => EMPTY);
    await handle.result();
    await wake();
    await handle.result();
    expect(rounds).toHaveLength(2);
  }, 30_000);

  it('goes on in a new execution before its history grows long', async () => {
    const { handle, rounds } = await scripts.start(bed.client, (n) => (n < 5 ? MORE : EMPTY), {
      roundsPerExecution: 2,
    });
    await handle.result();
    expect(rounds).toHaveLength(5);
  }, 30_000);
});
