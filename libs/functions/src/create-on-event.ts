import type { MetadataSchema, NoMetadata } from './definitions/definition-schemas.js';
import type { OnEventDefinition } from './definitions/on-event-definition.js';

/** An on-event function as the default export of its file. */
export type OnEvent<TMetadata extends MetadataSchema = NoMetadata> = OnEventDefinition<TMetadata> & {
  readonly type: 'on-event';
};

/** Defines a function that runs at a moment in the life of a connection. */
export const createOnEvent = <TMetadata extends MetadataSchema = NoMetadata>(
  definition: OnEventDefinition<TMetadata>,
): OnEvent<TMetadata> => ({ ...definition, type: 'on-event' });
