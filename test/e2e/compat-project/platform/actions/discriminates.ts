import { createAction } from 'nango';
import * as z from 'zod';

const Circle = z.object({ kind: z.literal('circle'), radius: z.number() });
const Square = z.object({ kind: z.literal('square'), side: z.number() });
const Shape = z.discriminatedUnion('kind', [Circle, Square]);
type Shape = z.infer<typeof Shape>;

const area = (shape: Shape): number => (shape.kind === 'circle' ? 3 * shape.radius ** 2 : shape.side ** 2);

export default createAction({
  description: 'Unions that say what they are',
  input: z.object({ shapes: z.array(Shape).max(10) }),
  output: z.object({ areas: z.array(z.number()), total: z.number() }),
  exec: (nango, { shapes }) => {
    const areas = shapes.map(area);
    return { areas, total: areas.reduce((sum, one) => sum + one, 0) };
  },
});
