import type { z } from 'zod';
import type { CheckpointSchema, MetadataSchema, ModelRecord, ModelSchemas } from '../definitions/definition-schemas.js';
import type { FunctionHelpers } from './function-helpers.js';

/** What a sync gets as its first parameter (specification, "Runtime helpers"). */
export interface SyncHelpers<
  TModels extends ModelSchemas = ModelSchemas,
  TMetadata extends MetadataSchema = z.ZodVoid,
  TCheckpoint extends CheckpointSchema = CheckpointSchema,
> extends FunctionHelpers<TMetadata> {
  /** Name of the current variant; `base` is the default one. */
  readonly variant: string;
  /** Start of the last successful run; undefined at the first. */
  readonly lastSyncDate: Date | undefined;

  /**
   * Adds records to the cache, or replaces them by id. Any number: they are sent a thousand at a time.
   * @throws {TypeError} when a record has no id of 1 to 255 characters, or the sync has no such model
   */
  batchSave<TName extends keyof TModels & string>(
    records: readonly z.infer<TModels[TName]>[],
    model: TName,
  ): Promise<boolean>;
  /** Marks records as deleted; only their ids matter, their payloads stay. */
  batchDelete<TName extends keyof TModels & string>(records: readonly ModelRecord[], model: TName): Promise<boolean>;

  /** The last saved checkpoint; null when there is none. */
  getCheckpoint(): Promise<z.infer<TCheckpoint> | null>;
  /**
   * Saves how far the sync came: await it after the records before it are saved. Past the time of a slice the run stops
   * here, and the next slice goes on from this checkpoint.
   */
  saveCheckpoint(checkpoint: z.infer<TCheckpoint>): Promise<void>;
  clearCheckpoint(): Promise<void>;
}
