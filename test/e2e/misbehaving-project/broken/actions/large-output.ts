import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Returns as much as it is told',
  input: z.object({ bytes: z.number() }),
  output: z.string(),
  exec: (_svc, { bytes }) => 'x'.repeat(bytes),
});
