import { createSync } from '@svc/functions';
import { z } from 'zod';

/** Makes records of 500 bytes and saves them; `round` in the metadata decides whether they differ from the last run's. */
export default createSync({
  description: 'Saves as many records as the metadata says',
  frequency: 'every day',
  autoStart: false,
  models: { Record: z.object({ id: z.string(), title: z.string(), round: z.string(), body: z.string() }) },
  metadata: z.object({ count: z.number(), round: z.string() }),
  exec: async (svc) => {
    const { count, round } = await svc.getMetadata();
    const size = 5000;
    for (let from = 0; from < count; from += size) {
      const records = Array.from({ length: Math.min(size, count - from) }, (_, index) => ({
        id: `record-${from + index}`,
        title: `Title ${from + index}`,
        round,
        body: 'x'.repeat(420),
      }));
      await svc.batchSave(records, 'Record');
    }
  },
});
