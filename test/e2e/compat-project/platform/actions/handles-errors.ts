import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Looks at what a failed call answered',
  input: z.object({ status: z.number() }),
  output: z.object({ status: z.number(), message: z.string(), header: z.string().optional() }),
  exec: async (nango, input) => {
    try {
      await nango.get({ endpoint: `/status/${input.status}`, retries: 0 });
      return { status: 200, message: 'fine' };
    } catch (error: any) {
      if (error.response?.status === 404) {
        return {
          status: error.response.status,
          message: error.response.data.error,
          header: error.response.headers['x-reason'],
        };
      }
      throw new nango.ActionError({ message: 'unexpected', status: error.response?.status ?? null });
    }
  },
});
