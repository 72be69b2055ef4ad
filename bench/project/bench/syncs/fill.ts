import { createSync } from '@svc/functions';
import { z } from 'zod';

/**
 * Makes records of 500 bytes and saves them. What the metadata says decides the rest: `round` is the content of the records that
 * change, `changing` how many of a hundred do; `tracked` looks for what is gone, and `skipped` leaves as many of a hundred out.
 */
export default createSync({
  description: 'Saves as many records as the metadata says',
  frequency: 'every day',
  autoStart: false,
  models: { Record: z.object({ id: z.string(), title: z.string(), round: z.string(), body: z.string() }) },
  metadata: z.object({
    count: z.number(),
    round: z.string(),
    changing: z.number().default(100),
    tracked: z.boolean().default(false),
    skipped: z.number().default(0),
  }),
  exec: async (svc) => {
    const { count, round, changing = 100, tracked = false, skipped = 0 } = await svc.getMetadata();
    const size = 5000;
    const recordOf = (number: number) => ({
      id: `record-${number}`,
      title: `Title ${number}`,
      round: number % 100 < changing ? round : 'first',
      body: 'x'.repeat(420),
    });
    if (tracked) await svc.trackDeletesStart('Record');
    for (let from = 0; from < count; from += size) {
      const numbers = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index);
      await svc.batchSave(numbers.filter((number) => number % 100 >= skipped).map(recordOf), 'Record');
    }
    if (tracked) await svc.trackDeletesEnd('Record');
  },
});
