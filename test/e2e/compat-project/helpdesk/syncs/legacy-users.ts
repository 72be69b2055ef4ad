import { createSync } from 'nango';
import { User } from '../../models.js';
import type { HelpdeskUser } from '../types.js';
import { toUser } from '../mappers/to-user.js';
import z from 'zod';

const sync = createSync({
  description: 'Users the older way: deletions by comparison with the run before',
  version: '0.0.1',
  frequency: 'every day',
  autoStart: false,
  syncType: 'full',
  trackDeletes: false,
  endpoints: [{ path: '/helpdesk/legacy-users', method: 'GET' }],
  models: { LegacyUser: User },
  metadata: z.void(),
  exec: async (nango) => {
    const since = nango.lastSyncDate ? nango.lastSyncDate.toISOString() : undefined;
    let after: string | undefined;
    do {
      const params: Record<string, string | number> = { per_page: 100 };
      if (after) params['after'] = after;
      if (since) params['since'] = since;
      const response = await nango.get<{ users: HelpdeskUser[]; meta: { after?: string } }>({
        endpoint: '/users',
        params,
        retries: 10,
      });
      const mapped = response.data.users.map(toUser);
      if (mapped.length) await nango.batchSave(mapped, 'LegacyUser');
      after = response.data.meta.after;
    } while (after);
    await nango.deleteRecordsFromPreviousExecutions('LegacyUser');
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
