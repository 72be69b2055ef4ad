import { createSync } from 'nango';
import * as z from 'zod';

const sync = createSync({
  description: 'Knows its variant',
  frequency: 'every month',
  autoStart: false,
  models: { Variant: z.object({ id: z.string(), last: z.string().nullable() }) },
  exec: async (nango) => {
    await nango.batchSave([{ id: nango.variant, last: nango.lastSyncDate?.toISOString() ?? null }], 'Variant');
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
