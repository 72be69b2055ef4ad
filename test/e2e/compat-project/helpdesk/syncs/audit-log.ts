import { createSync, type ProxyConfiguration } from 'nango';
import { z } from 'zod';

const Entry = z.object({ id: z.string(), action: z.string(), at: z.date() });

const sync = createSync({
  description: 'Audit log, by links in the header',
  frequency: 'every half hour',
  autoStart: false,
  models: { Entry },
  exec: async (nango) => {
    let pages = 0;
    const config: ProxyConfiguration = {
      endpoint: 'audit',
      method: 'GET',
      retries: 3,
      paginate: {
        type: 'link',
        link_rel_in_response_header: 'next',
        limit_name_in_request: 'limit',
        limit: 2,
        on_page: async ({ nextPageParam, response }) => {
          pages += 1;
          await nango.log(`page ${pages}, status ${response.status}, next ${nextPageParam ?? 'none'}`, { level: 'debug' });
        },
      },
    };
    for await (const entries of nango.paginate<{ id: string; action: string; at: string }>(config)) {
      await nango.batchSave(
        entries.map((entry) => ({ ...entry, at: new Date(entry.at) })),
        'Entry',
      );
    }
  },
});

export default sync;
