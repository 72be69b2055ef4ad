import type { TestTemporal } from '@svc/testing';
import { randomUUID } from 'node:crypto';

type Client = Awaited<ReturnType<TestTemporal['client']>>;

/** What is done to Schedules, and timed. */
export type ScheduleStep = 'create' | 'resume' | 'pause';

/** Seconds that each step took. */
export type ScheduleSeconds = Record<ScheduleStep, number>;

export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begunAt = performance.now();
  await work();
  return (performance.now() - begunAt) / 1000;
};

/** The floor: as many Schedules that nothing but a client creates paused, resumes and pauses, 32 calls at a time. */
export async function timeBareSchedules(client: Client, count: number): Promise<ScheduleSeconds> {
  const run = randomUUID();
  const ids = Array.from({ length: count }, (_, number) => `bare-${run}-${number}`);
  const forAll = async (call: (id: string) => Promise<unknown>) => {
    const left = ids.values();
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (const id of left) await call(id);
      }),
    );
  };
  const create = (scheduleId: string) =>
    client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every: '1 hour', offset: '30 minutes' }] },
      action: { type: 'startWorkflow', workflowType: 'bare', workflowId: scheduleId, taskQueue: 'bare', args: [] },
      state: { paused: true },
    });
  return {
    create: await secondsOf(() => forAll(create)),
    resume: await secondsOf(() => forAll((id) => client.schedule.getHandle(id).unpause())),
    pause: await secondsOf(() => forAll((id) => client.schedule.getHandle(id).pause())),
  };
}
