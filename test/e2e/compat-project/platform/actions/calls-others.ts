import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Runs another action, of this connection',
  input: z.object({ text: z.string() }),
  output: z.object({ base64: z.string(), again: z.string() }),
  exec: async (nango, input) => {
    const one = await nango.triggerAction<{ base64: string }>(
      nango.providerConfigKey,
      nango.connectionId,
      'runtime',
      input,
    );
    const two = await nango.triggerAction('runtime', input);
    return { base64: one.base64, again: two.base64 };
  },
});
