import { z } from 'zod';
import { booleanTextSchema, functionNameSchema, wholeNumberTextSchema } from '../identifiers.js';

const MAX_RETRIES = 5;

/** Body of `POST /action/trigger` (wire contract, section 10). Other keys are ignored. */
export const triggerActionBodySchema = z.object({
  action_name: functionNameSchema,
  /** Any JSON; checked against the action's input schema when it runs. */
  input: z.unknown().optional(),
});
/** Body of `POST /action/trigger`. */
export type TriggerActionBody = z.infer<typeof triggerActionBodySchema>;

/** Headers of `POST /action/trigger`, beside those that name the connection. */
export const triggerActionHeadersSchema = z.object({
  /** Answer 202 at once and run the action in the background. */
  'x-async': booleanTextSchema.default(false),
  /** How often a failed asynchronous action is repeated, 0 to 5. */
  'x-max-retries': wholeNumberTextSchema.pipe(z.number().max(MAX_RETRIES)).default(0),
  /**
   * Makes the call durable and safe to repeat: calls with the same key run the action once and get the same answer. 1 to 255
   * visible ASCII characters.
   */
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'has 1 to 255 visible ASCII characters')
    .optional(),
});
/** Headers of `POST /action/trigger`, beside those that name the connection. */
export type TriggerActionHeaders = z.infer<typeof triggerActionHeadersSchema>;

/** Answer of an asynchronous `POST /action/trigger`, status 202; `Location` holds the same path. */
export const asyncActionSchema = z.object({
  id: z.uuid(),
  /** Path of the result: `/action/<id>`. */
  statusUrl: z.string(),
});
/** Answer of an asynchronous `POST /action/trigger`, status 202; `Location` holds the same path. */
export type AsyncAction = z.infer<typeof asyncActionSchema>;

/** Path of `GET /action/{id}`. */
export const actionPathSchema = z.strictObject({ id: z.uuid() });
/** Path of `GET /action/{id}`. */
export type ActionPath = z.infer<typeof actionPathSchema>;

/** Longest time that `GET /action/{id}` waits for the action's end, in seconds. */
export const MAX_RESULT_WAIT_SECONDS = 30;

/** Header of the 404 while an asynchronous action is `queued` or `running` (D16). */
export const ACTION_STATUS_HEADER = 'X-Action-Status';
