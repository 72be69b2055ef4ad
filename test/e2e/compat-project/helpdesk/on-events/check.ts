import { createOnEvent } from 'nango';

export default createOnEvent({
  description: 'Refuses connections without an owner',
  event: 'validate-connection',
  exec: async (nango) => {
    const { data } = await nango.get<{ name?: string }>({ endpoint: '/me', retries: 2 });
    if (!data.name) throw new Error('This account has no name');
  },
});
