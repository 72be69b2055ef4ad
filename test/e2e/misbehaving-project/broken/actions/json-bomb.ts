import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Takes memory inside of V8, where the limit of an isolate does not look',
  input: z.object({}),
  output: z.unknown(),
  exec: () => JSON.parse('['.repeat(5e7)) as unknown,
});
