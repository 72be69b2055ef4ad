import { createSync } from 'nango';
import * as z from 'zod';
import { chunk } from '../../shared/pages.js';

const Detail = z.object({ id: z.string(), url: z.string() });

const sync = createSync({
  description: 'Reads details side by side, and several models',
  frequency: 'every 2 days',
  autoStart: false,
  models: { Detail, Summary: z.object({ id: z.number(), count: z.number() }) },
  exec: async (nango) => {
    const ids = Array.from({ length: 7 }, (_, index) => index);
    for (const group of chunk(ids, 3)) {
      const details = await Promise.all(
        group.map(async (id) => {
          const { data } = await nango.get<{ url: string }>({ endpoint: '/echo', params: { id }, retries: 2 });
          return { id: `${id}`, url: data.url };
        }),
      );
      await nango.batchSave(details, 'Detail');
    }
    await nango.batchSave([{ id: 1, count: ids.length }], 'Summary');
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
