import { createSync } from '@svc/functions';
import { z } from 'zod';

interface Page {
  items: { id: string; text: string }[];
  next: number | null;
}

/**
 * A complete pass that finds out what is gone, with a checkpoint after each page: what a killed process repeats is one page. The
 * connection's metadata says in which of two ways. One starts the tracking where the pass begins and clears its checkpoint last; the
 * ready-made functions start it wherever they are entered, and clear their checkpoint first.
 */
export default createSync({
  description: 'Everything that the upstream server has',
  frequency: 'every day',
  autoStart: false,
  metadata: z.object({ shape: z.enum(['plain', 'ready-made']) }),
  models: { Item: z.object({ id: z.string(), text: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
    const isReadyMade = (await svc.getMetadata()).shape === 'ready-made';
    const checkpoint = await svc.getCheckpoint();
    if (isReadyMade || checkpoint === null) await svc.trackDeletesStart('Item');
    let page: number | null = checkpoint?.page ?? 0;
    while (page !== null) {
      const { data }: { data: Page } = await svc.get<Page>({ endpoint: '/items', params: { page } });
      await svc.batchSave(data.items, 'Item');
      page = data.next;
      if (page !== null) await svc.saveCheckpoint({ page });
    }
    if (isReadyMade) await svc.clearCheckpoint();
    await svc.trackDeletesEnd('Item');
    if (!isReadyMade) await svc.clearCheckpoint();
  },
});
