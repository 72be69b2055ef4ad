import { createAction } from 'nango';
import { z } from 'zod/v3';

const Input = z.object({ name: z.string().nonempty(), age: z.number().int().optional(), extra: z.record(z.string()) });

export default createAction({
  description: 'Schemas of zod 3',
  input: Input,
  output: z.object({ upper: z.string(), keys: z.array(z.string()) }).passthrough(),
  exec: async (nango, input) => {
    const parsed = Input.safeParse(input);
    if (!parsed.success) {
      throw new nango.ActionError({ message: parsed.error.errors.map((issue) => issue.message).join() });
    }
    return { upper: parsed.data.name.toUpperCase(), keys: Object.keys(parsed.data.extra) };
  },
});
