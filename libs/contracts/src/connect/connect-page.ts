import { z } from 'zod';

/** Path of `GET /connect/assets/{file}`: a script or a style of the hosted page. */
export const connectAssetParamsSchema = z.strictObject({ file: z.string().max(255) });
/** Path of `GET /connect/assets/{file}`. */
export type ConnectAssetParams = z.infer<typeof connectAssetParamsSchema>;
