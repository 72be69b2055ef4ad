import { createAction } from 'nango';
import { z } from 'zod';

export default createAction({
  description: 'Replaces or changes a ticket',
  input: z.object({ id: z.string(), subject: z.string().optional(), whole: z.boolean().optional() }).strict(),
  output: z.object({ method: z.string(), body: z.any() }),
  exec: async (nango, { id, whole, ...fields }) => {
    const config = { endpoint: `/tickets/${id}`, data: fields, retries: 2 };
    const { data } = whole ? await nango.put(config) : await nango.patch(config);
    return data;
  },
});
