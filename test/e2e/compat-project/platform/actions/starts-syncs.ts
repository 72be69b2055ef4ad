import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Starts a sync',
  input: z.object({ sync: z.string(), full: z.boolean().optional() }),
  output: z.object({ started: z.boolean() }),
  exec: async (nango, { sync, full }) => {
    await nango.startSync(nango.providerConfigKey, nango.connectionId, sync);
    await nango.triggerSync(nango.providerConfigKey, nango.connectionId, sync, full ?? false);
    return { started: true };
  },
});
