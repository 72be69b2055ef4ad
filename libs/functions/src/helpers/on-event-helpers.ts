import type { MetadataSchema, NoMetadata } from '../definitions/definition-schemas.js';
import type { FunctionHelpers } from './function-helpers.js';

/** What an on-event function gets as its first parameter. */
export interface OnEventHelpers<TMetadata extends MetadataSchema = NoMetadata> extends FunctionHelpers<TMetadata> {
  /**
   * Lets a `post-connection-creation` function run again, for what has to be renewed: a provider's watch channel that expires,
   * for example. It runs at that time, or soon after it, also after a restart of the gateway, for as long as the connection is
   * there; to come a third time, it asks again. Asked twice in one run, the later call counts. Nothing follows a run that failed.
   *
   * @param at a moment within the next year; text is ISO 8601.
   * @throws where the function handles another event.
   */
  runAgainAt(at: Date | string): Promise<void>;
}
