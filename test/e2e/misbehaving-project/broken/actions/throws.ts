import { createAction } from '@svc/functions';
import { z } from 'zod';

const fail = (value: { inner?: { text: string } }): string => value.inner!.text;

export default createAction({
  description: 'Fails where its author did not expect it',
  input: z.object({}),
  output: z.string(),
  exec: () => fail({}),
});
