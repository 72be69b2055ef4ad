import { createAction } from '@svc/functions';
import { z } from 'zod';

const TEN_MINUTES_MS = 600_000;

/** Ends as it is told to. */
export default createAction({
  description: 'Ends as it is told to',
  input: z.object({ how: z.enum(['succeed', 'refuse', 'last', 'crash', 'hold']), n: z.number() }),
  output: z.object({ n: z.number() }),
  exec: async (svc, { how, n }) => {
    if (how === 'refuse') throw new svc.ActionError({ message: 'closed', n });
    if (how === 'last') await new Promise((resolve) => setTimeout(resolve, TEN_MINUTES_MS));
    if (how === 'crash') {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(131_072).fill(n + 0.5));
    }
    if (how === 'hold') await svc.get({ endpoint: `/hold/${n}` });
    return { n };
  },
});
