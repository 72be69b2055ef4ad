import { z } from 'zod';

/** Body of `POST /run/fetch`: a request without credentials that a function makes. */
export const runFetchRequestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).optional(),
  data: z.string().optional(),
  /** What `data` is, where it is not the text itself. */
  dataEncoding: z.enum(['base64']).optional(),
});
/** Body of `POST /run/fetch`: a request without credentials that a function makes. */
export type RunFetchRequest = z.infer<typeof runFetchRequestSchema>;
