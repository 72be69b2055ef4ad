import { createSync } from '@svc/functions';
import { z } from 'zod';

interface Page {
  items: { id: string; text: string }[];
}

/** Fetches one page whenever it is due. */
export default createSync({
  description: 'The first page, again and again',
  frequency: 'every 30s',
  autoStart: false,
  models: { Tick: z.object({ id: z.string(), text: z.string() }) },
  exec: async (svc) => {
    const { data } = await svc.get<Page>({ endpoint: '/items', params: { page: 0 } });
    await svc.batchSave(data.items, 'Tick');
  },
});
