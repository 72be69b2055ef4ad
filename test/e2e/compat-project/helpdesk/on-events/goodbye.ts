import { createOnEvent } from 'nango';

export default createOnEvent({
  description: 'Removes the subscription at the provider',
  event: 'pre-connection-deletion',
  exec: async (nango) => {
    await nango.delete({ endpoint: '/subscriptions/mine', retries: 1 });
  },
});
