import type { OnEventHelpers } from '../helpers/on-event-helpers.js';
import type { MetadataSchema, NoMetadata } from './definition-schemas.js';

/** Moments in the life of a connection that a function can follow (specification, "Function lifecycle events"). */
export type LifecycleEvent = 'post-connection-creation' | 'pre-connection-deletion' | 'validate-connection';

/** What {@link createOnEvent} takes (specification, "Function runtime"). */
export interface OnEventDefinition<TMetadata extends MetadataSchema = NoMetadata> {
  /** What the function does, for people. At most 2000 characters. */
  readonly description: string;
  /** When it runs. A `validate-connection` function that throws rejects the connection. */
  readonly event: LifecycleEvent;
  /** Free text to track changes. */
  readonly version?: string;
  /** Schema of the connection's metadata, as `getMetadata` returns it. Default `z.void()`. */
  readonly metadata?: TMetadata;
  /** The function itself. */
  readonly exec: (svc: OnEventHelpers<TMetadata>) => Promise<void> | void;
}
