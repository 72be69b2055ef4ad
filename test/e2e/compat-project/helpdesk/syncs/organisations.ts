import { createSync } from 'nango';
import type { ProxyConfiguration } from 'nango';
import * as z from 'zod';

const Organisation = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.union([z.literal('free'), z.literal('paid'), z.null()]),
  address: z.object({ city: z.string().nullish(), lines: z.array(z.string()) }).partial(),
  seen: z.string().datetime().optional(),
});
type Organisation = z.infer<typeof Organisation>;

const sync = createSync({
  description: 'Organisations, by links in the body, page by page from a checkpoint',
  frequency: 'every 6 hours',
  autoStart: false,
  models: { Organisation },
  checkpoint: z.object({ next: z.string() }),
  exec: async (nango) => {
    await nango.trackDeletesStart('Organisation');
    const resumed = await nango.getCheckpoint();
    const config: ProxyConfiguration = {
      endpoint: resumed?.next ?? '/organisations',
      retries: 10,
      paginate: {
        type: 'link',
        link_path_in_response_body: 'links.next',
        response_path: 'items',
        limit_name_in_request: 'size',
        on_page: async ({ nextPageParam }) => {
          if (typeof nextPageParam === 'string') await nango.saveCheckpoint({ next: nextPageParam });
        },
      },
    };
    for await (const page of nango.paginate<{ id: number; name: string; plan?: string }>(config)) {
      await nango.batchSave(page.map(toOrganisation), 'Organisation');
    }
    await nango.clearCheckpoint();
    await nango.trackDeletesEnd('Organisation');
  },
});

function toOrganisation(raw: { id: number; name: string; plan?: string }): Organisation {
  const plan = raw.plan === 'free' || raw.plan === 'paid' ? raw.plan : null;
  return { id: String(raw.id), name: raw.name, plan, address: {} };
}

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
