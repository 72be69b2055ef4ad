import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Does nothing',
  input: z.object({}),
  output: z.object({ done: z.boolean() }),
  exec: () => ({ done: true }),
});
