import { z } from 'zod';

const shared = {
  /** Parameter that takes the page size: in the query of GET and DELETE, otherwise in the body. */
  limit_name_in_request: z.string().optional(),
  /** Page size to ask for; without it none is sent. */
  limit: z.number().int().positive().optional(),
  /** Dot path of the list in the answer; empty or absent means that the answer is the list. */
  response_path: z.string().optional(),
};

/** How a provider splits long lists into pages (wire contract, section 18; specification, helper `paginate`). */
export const paginationSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('cursor'),
    cursor_name_in_request: z.string(),
    /** Dot path of the next cursor in the answer. Absent, null or empty there means that this was the last page. */
    cursor_path_in_response: z.string(),
    ...shared,
  }),
  z
    .strictObject({
      type: z.literal('link'),
      /** `rel` of the next page in the answer's `Link` header. */
      link_rel_in_response_header: z.string().optional(),
      /** Dot path of the next page's address in the answer. */
      link_path_in_response_body: z.string().optional(),
      ...shared,
    })
    .refine(
      (page) => page.link_rel_in_response_header !== undefined || page.link_path_in_response_body !== undefined,
      'needs link_rel_in_response_header or link_path_in_response_body',
    ),
  z.strictObject({
    type: z.literal('offset'),
    offset_name_in_request: z.string(),
    offset_start_value: z.number().int().default(0),
    /** What to add for the next page: the number of results received, or one. */
    offset_calculation_method: z.enum(['by-response-size', 'per-page']).default('by-response-size'),
    ...shared,
  }),
]);

/** How a provider splits long lists into pages. */
export type Pagination = z.infer<typeof paginationSchema>;
