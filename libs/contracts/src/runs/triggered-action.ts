import { z } from 'zod';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';

/** Body of `POST /run/actions/trigger`: an action that a running function triggers. */
export const runTriggerActionSchema = z.strictObject({
  action_name: functionNameSchema,
  input: z.unknown().optional(),
  /** The run's own integration when missing. */
  provider_config_key: uniqueKeySchema.optional(),
  /** The run's own connection when missing. */
  connection_id: connectionIdSchema.optional(),
});
/** Body of `POST /run/actions/trigger`: an action that a running function triggers. */
export type RunTriggerAction = z.infer<typeof runTriggerActionSchema>;

/** How a triggered action failed, as its caller over HTTP would be told. */
export interface TriggeredActionFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
  readonly errors?: unknown;
  readonly upstream?: unknown;
}

/** Answer of `POST /run/actions/trigger`: a failure of the action is an answer too, for the function to handle. */
export type TriggeredActionOutcome =
  | { readonly outcome: 'completed'; readonly output: unknown }
  | { readonly outcome: 'failed'; readonly error: TriggeredActionFailure };
