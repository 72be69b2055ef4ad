import { createAction } from 'nango';
import * as z from 'zod';

const Mapping = z.object({ fields: z.record(z.string(), z.string()).optional(), count: z.number().optional() });

export default createAction({
  description: 'Replaces and merges metadata',
  input: z.object({ fields: z.record(z.string(), z.string()) }),
  output: z.object({ before: z.number(), after: Mapping.passthrough() }),
  metadata: Mapping,
  exec: async (nango, input) => {
    await nango.setMetadata({ fields: input.fields });
    const before = await nango.getMetadata();
    await nango.updateMetadata({ count: 2 });
    const after = await nango.getMetadata();
    return { before: Object.keys(before?.fields ?? {}).length, after: after ?? {} };
  },
});
