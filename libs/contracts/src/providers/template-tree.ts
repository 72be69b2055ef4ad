import { z } from 'zod';

/** Text that may hold placeholders such as `${connectionConfig.subdomain}` (wire contract, section 19). */
export const templateSchema = z.string();

/** A JSON value whose texts may hold placeholders. */
export type TemplateTree =
  string | number | boolean | null | readonly TemplateTree[] | { readonly [key: string]: TemplateTree };

/** A JSON value whose texts may hold placeholders. */
export const templateTreeSchema: z.ZodType<TemplateTree> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(templateTreeSchema),
    z.record(z.string(), templateTreeSchema),
  ]),
);

/** Names with texts that may hold placeholders. */
export const templateMapSchema = z.record(z.string(), templateSchema);

/** Names with JSON values whose texts may hold placeholders. */
export const templateTreeMapSchema = z.record(z.string(), templateTreeSchema);
