import { z } from 'zod';

/** How far a page's clock may be off. */
const MAX_SKEW_MS = 2 * 60 * 60_000;

const isRecent = (text: string): boolean => Math.abs(Date.now() - Date.parse(text)) <= MAX_SKEW_MS;

/** Body of `POST /connect/telemetry`: something that happened on the hosted page. */
export const connectTelemetryBodySchema = z.strictObject({
  /** Token of the session. */
  token: z.string(),
  /** Name of what happened, such as `open`. */
  event: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[a-zA-Z0-9_:.-]+$/, 'may contain letters, digits and _ : . - only'),
  timestamp: z.iso.datetime({ offset: true }).refine(isRecent, 'must be within two hours of now: check the clock'),
  dimensions: z.strictObject({ integration: z.string().max(255).optional() }).optional(),
});
/** Body of `POST /connect/telemetry`. */
export type ConnectTelemetryBody = z.infer<typeof connectTelemetryBodySchema>;
