import { createOnEvent } from 'nango';
import * as z from 'zod';

export default createOnEvent({
  description: 'Remembers who connected',
  version: '1.0.0',
  event: 'post-connection-creation',
  metadata: z.object({ owner: z.string().optional() }),
  exec: async (nango) => {
    const { data } = await nango.get({ endpoint: '/me', retries: 3 });
    await nango.updateMetadata({ owner: data.name });
    await nango.log('Connected', { owner: data.name });
  },
});
