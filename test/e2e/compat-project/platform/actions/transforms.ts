import { createAction } from 'nango';
import * as z from 'zod';

const Amount = z.string().transform((text, context) => {
  const amount = Number.parseFloat(text);
  if (Number.isNaN(amount)) context.addIssue({ code: 'custom', message: 'is no amount' });
  return amount;
});

const Input = z.object({
  amount: Amount,
  at: z.coerce.date(),
  kind: z.preprocess((value) => String(value).toLowerCase(), z.enum(['a', 'b'])),
  items: z.array(z.string()).transform((list) => new Set(list)),
  big: z.bigint().optional(),
  node: z.lazy(() => z.object({ child: z.string().nullable() })),
  options: z.record(z.string(), z.unknown()).refine((map) => Object.keys(map).length < 5, { message: 'too many' }),
});

export default createAction({
  description: 'Schemas without a JSON form',
  input: Input,
  output: z.union([
    z.object({ type: z.literal('sum'), sum: z.number() }),
    z.object({ type: z.literal('none'), reason: z.string() }),
  ]),
  exec: async (nango, input): Promise<{ type: 'sum'; sum: number } | { type: 'none'; reason: string }> => {
    if (input.items.size === 0) return { type: 'none', reason: input.kind };
    return { type: 'sum', sum: input.amount * input.items.size + input.at.getUTCFullYear() };
  },
});
