import { createAction } from 'nango';
import * as z from 'zod';

const action = createAction({
  description: 'Takes nothing and gives a list',
  version: '0.0.1',
  input: z.void(),
  output: z.array(z.object({ n: z.number() })),
  exec: async () => [1, 2, 3].map((n) => ({ n })),
});

export type NangoActionLocal = Parameters<(typeof action)['exec']>[0];
export default action;
