import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Refuses',
  input: z.object({ how: z.enum(['object', 'text', 'validation']) }),
  output: z.void(),
  exec: async (nango, { how }) => {
    if (how === 'validation') {
      await nango.zodValidateInput({ zodSchema: z.object({ how: z.number() }), input: { how } });
    }
    if (how === 'text') throw new nango.ActionError('just text');
    throw new nango.ActionError({ message: 'an object', field: 'how' });
  },
});
