import { createAction, TriggeredActionError } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Has another action do it',
  input: z.object({ to: z.string().optional(), catches: z.boolean().optional(), input: z.unknown() }),
  output: z.unknown(),
  exec: async (svc, { to, catches, input }) => {
    try {
      return to === undefined
        ? await svc.triggerAction('act', input)
        : await svc.triggerAction(svc.providerConfigKey, to, 'act', input);
    } catch (error) {
      if (catches && error instanceof TriggeredActionError) return { caught: error.code };
      throw error;
    }
  },
});
