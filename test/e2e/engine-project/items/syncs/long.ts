import { createSync } from '@svc/functions';
import { z } from 'zod';

interface Page {
  items: { id: string; text: string }[];
  next: number | null;
}

/** Far longer than a slice. */
export default createSync({
  description: 'A long list, page by page',
  frequency: 'every day',
  autoStart: false,
  models: { Item: z.object({ id: z.string(), text: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
    let page: number | null = (await svc.getCheckpoint())?.page ?? 0;
    while (page !== null) {
      const { data }: { data: Page } = await svc.get<Page>({ endpoint: '/items', params: { page } });
      await svc.batchSave(data.items, 'Item');
      page = data.next;
      if (page !== null) await svc.saveCheckpoint({ page });
    }
  },
});
