import { createAction } from 'nango';
import type { ProxyConfiguration } from 'nango';
import * as z from 'zod';
import { User } from '../../models.js';
import { firstPage } from '../../shared/pages.js';
import { toUser } from '../mappers/to-user.js';
import type { HelpdeskUser } from '../types.js';

const action = createAction({
  description: 'Finds a user',
  version: '1.0.0',
  input: z.object({ email: z.string().email() }),
  output: z.object({ user: User.nullable() }),
  exec: async (nango, input) => {
    const config: ProxyConfiguration = {
      endpoint: '/users',
      params: { mail: input.email },
      retries: 3,
      paginate: {
        type: 'cursor',
        cursor_path_in_response: 'meta.after',
        cursor_name_in_request: 'after',
        limit_name_in_request: 'per_page',
        response_path: 'users',
      },
    };
    const users = await firstPage<HelpdeskUser>(nango, config);
    const found = users.find(({ mail }) => mail === input.email);
    return { user: found ? toUser(found) : null };
  },
});

export type NangoActionLocal = Parameters<(typeof action)['exec']>[0];
export default action;
