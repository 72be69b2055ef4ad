import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Never gives way',
  input: z.object({}),
  output: z.void(),
  exec: () => {
    for (;;);
  },
});
