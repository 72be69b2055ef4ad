import { createSync } from '@svc/functions';
import { z } from 'zod';

interface Page {
  items: { id: string; text: string }[];
  next: number | null;
}

/** A complete pass that may take several runs. */
export default createSync({
  description: 'Everything that the upstream server has, and what it has no more',
  frequency: 'every day',
  autoStart: false,
  models: { Passed: z.object({ id: z.string(), text: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
    let page: number | null = (await svc.getCheckpoint())?.page ?? 0;
    if (page === 0) await svc.trackDeletesStart('Passed');
    while (page !== null) {
      const { data }: { data: Page } = await svc.get<Page>({ endpoint: '/items', params: { page } });
      await svc.batchSave(data.items, 'Passed');
      page = data.next;
      if (page !== null) await svc.saveCheckpoint({ page });
    }
    await svc.trackDeletesEnd('Passed');
    await svc.clearCheckpoint();
  },
});
