import { createSync } from '@svc/functions';
import { z } from 'zod';

/** Never gets on: a provider whose cursor does not move. */
export default createSync({
  description: 'Stands still',
  frequency: 'every day',
  autoStart: false,
  models: { Nothing: z.object({ id: z.string() }) },
  checkpoint: z.object({ cursor: z.string() }),
  exec: async (svc) => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await svc.saveCheckpoint({ cursor: 'always the same' });
    }
  },
});
