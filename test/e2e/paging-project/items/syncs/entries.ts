import { createSync } from '@svc/functions';
import { z } from 'zod';

interface Page {
  items: { id: string; text: string }[];
  next: number | null;
}

/** The same pass as the ready-made functions make it: it starts the tracking wherever it is entered, and clears its checkpoint first. */
export default createSync({
  description: 'Everything that the upstream server has',
  frequency: 'every day',
  autoStart: false,
  models: { Entry: z.object({ id: z.string(), text: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
    await svc.trackDeletesStart('Entry');
    let page: number | null = (await svc.getCheckpoint())?.page ?? 0;
    while (page !== null) {
      const { data }: { data: Page } = await svc.get<Page>({ endpoint: '/items', params: { page } });
      await svc.batchSave(data.items, 'Entry');
      page = data.next;
      if (page !== null) await svc.saveCheckpoint({ page });
    }
    await svc.clearCheckpoint();
    await svc.trackDeletesEnd('Entry');
  },
});
