import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Takes a gigabyte',
  input: z.object({}),
  output: z.number(),
  exec: () => {
    const kept: number[][] = [];
    for (let megabyte = 0; megabyte < 1024; megabyte += 1) kept.push(new Array<number>(131_072).fill(megabyte + 0.5));
    return kept.length;
  },
});
