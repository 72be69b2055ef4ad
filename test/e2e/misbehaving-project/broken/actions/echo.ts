import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Returns its input',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  exec: (_svc, input) => input,
});
