import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Triggers itself without end',
  input: z.void(),
  output: z.unknown(),
  exec: async (svc) => await svc.triggerAction('cycle'),
});
