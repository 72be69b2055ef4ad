import { createAction } from 'nango';
import * as z from 'zod';
import { Success } from '../../models.js';

const action = createAction({
  description: 'Deletes a ticket',
  version: '1.0.0',
  endpoint: { method: 'DELETE', path: '/helpdesk/tickets' },
  input: z.object({ id: z.union([z.string(), z.number()]) }),
  output: Success,
  exec: async (nango, input) => {
    const response = await nango.delete({ endpoint: `/tickets/${input.id}`, retries: 3 });
    return { success: response.status === 204 };
  },
});

export type NangoActionLocal = Parameters<(typeof action)['exec']>[0];
export default action;
