import { FUNCTION_EVENTS } from '@svc/contracts';
import { z } from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());

const fields = {
  description: z.string(),
  version: z.string().nullable(),
  metadata: jsonSchema.nullable(),
  scopes: z.array(z.string()),
};

/** What the runner says about a function's definition: it comes out of an isolate, so nothing about it is taken on trust. */
export const functionDescriptorSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sync'),
    ...fields,
    frequency: z.string(),
    models: z.record(z.string(), jsonSchema),
    checkpoint: jsonSchema.nullable(),
    autoStart: z.boolean(),
    trackDeletes: z.boolean(),
    syncType: z.enum(['full', 'incremental']),
    webhookSubscriptions: z.array(z.string()),
    hasWebhookHandler: z.boolean(),
    endpoints: z.array(z.unknown()),
  }),
  z.object({
    type: z.literal('action'),
    ...fields,
    input: jsonSchema.nullable(),
    output: jsonSchema.nullable(),
    endpoints: z.array(z.unknown()),
  }),
  z.object({ type: z.literal('on-event'), ...fields, event: z.enum(FUNCTION_EVENTS) }),
]);

/** What the runner says about a function's definition. */
export type DescribedFunction = z.infer<typeof functionDescriptorSchema>;
