import type { Bridge } from '../bridge.js';

/** The helper `runAgainAt` of on-event functions. */
export const createRunAgain =
  (bridge: Bridge) =>
  async (at: unknown): Promise<void> => {
    const date = at instanceof Date ? at : new Date(String(at));
    if (Number.isNaN(date.getTime()))
      throw new TypeError('runAgainAt: pass a Date, or a date and time as text, such as 2030-01-31T12:00:00Z.');
    await bridge.call('runAgain', {}, JSON.stringify({ at: date.toISOString() }));
  };
