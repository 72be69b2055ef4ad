import { createAction } from 'nango';
import * as z from 'zod';

/** A search by POST, whose paging is in the body. */
export default createAction({
  description: 'Searches tickets',
  input: z.object({ query: z.string() }),
  output: z.object({ ids: z.array(z.number()) }),
  exec: async (nango, input) => {
    const ids: number[] = [];
    for await (const page of nango.paginate<{ id: number }>({
      endpoint: '/search',
      method: 'POST',
      data: { query: input.query },
      paginate: {
        type: 'offset',
        offset_name_in_request: 'page',
        offset_start_value: 1,
        offset_calculation_method: 'per-page',
        limit_name_in_request: 'size',
        limit: 2,
        response_path: 'results',
      },
      retries: 3,
    })) {
      ids.push(...page.map(({ id }) => id));
    }
    return { ids };
  },
});
