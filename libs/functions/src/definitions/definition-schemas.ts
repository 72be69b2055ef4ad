import type { Schema } from './schema.js';

/** A record as a sync saves it: any object with an id, text of 1 to 255 characters or a number. */
export interface ModelRecord {
  id: string | number;
}

/** Schemas of the records that a sync saves, by the model's name. */
export type ModelSchemas = Readonly<Record<string, Schema<ModelRecord>>>;

/** Schema of the connection's metadata; `z.void()` where a function reads none. */
export type MetadataSchema = Schema;

/** Metadata of a function that declares no schema for it: name its type where you read it, `getMetadata<MyMetadata>()`. */
export type NoMetadata = Schema<void>;

/** What a checkpoint may hold: a flat map of text, numbers and booleans. */
export type CheckpointValues = Record<string, string | number | boolean>;

/** Schema of a sync's checkpoint. Values that are `undefined` are not kept. */
export type CheckpointSchema = Schema<Record<string, string | number | boolean | undefined>>;

/** HTTP endpoint under which the reference product offered a function. */
export interface FunctionEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly group?: string;
}
