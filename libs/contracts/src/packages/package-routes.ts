import { z } from 'zod';

/** Path of `GET /packages/{file}`. */
export const packageParamsSchema = z.strictObject({ file: z.string().max(255) });
/** Path of `GET /packages/{file}`. */
export type PackageParams = z.infer<typeof packageParamsSchema>;

/** Answer of `GET /packages`: what can be installed from the gateway, and by which command. */
export const packageListSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      description: z.string(),
      url: z.string(),
      bytes: z.number().int(),
      /** Subresource integrity, as npm writes it into lock files. */
      integrity: z.string(),
      install: z.string(),
    }),
  ),
});
/** Answer of `GET /packages`. */
export type PackageList = z.infer<typeof packageListSchema>;
