import { createSync } from 'nango';
import type { ProxyConfiguration } from 'nango';
import { User } from '../../models.js';
import type { HelpdeskUser } from '../types.js';
import { toUser } from '../mappers/to-user.js';
import * as z from 'zod';

const sync = createSync({
  description: 'All users, by cursor, with deletions',
  version: '1.0.2',
  frequency: 'every hour',
  autoStart: false,
  syncType: 'full',
  endpoints: [{ method: 'GET', path: '/helpdesk/users', group: 'Users' }],
  scopes: ['users:read'],
  models: { User },
  metadata: z.object({}),
  exec: async (nango) => {
    await nango.trackDeletesStart('User');
    const config: ProxyConfiguration = {
      // https://developers.example.com/users
      endpoint: '/users',
      paginate: {
        type: 'cursor',
        cursor_path_in_response: 'meta.after',
        cursor_name_in_request: 'after',
        limit_name_in_request: 'per_page',
        response_path: 'users',
        limit: 2,
      },
      retries: 10,
    };
    for await (const users of nango.paginate<HelpdeskUser>(config)) {
      await nango.log(`Got ${users.length} users`);
      await nango.batchSave(users.map(toUser), 'User');
    }
    await nango.trackDeletesEnd('User');
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
