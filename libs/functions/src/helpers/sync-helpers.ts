import type {
  CheckpointSchema,
  MetadataSchema,
  ModelRecord,
  ModelSchemas,
  NoMetadata,
} from '../definitions/definition-schemas.js';
import type { OutputOf } from '../definitions/schema.js';
import type { FunctionHelpers } from './function-helpers.js';
import type { CachedRecord } from './record.js';
import type { RecordPatch } from './record-patch.js';

/** What a sync gets as its first parameter (specification, "Runtime helpers"). */
export interface SyncHelpers<
  TModels extends ModelSchemas = ModelSchemas,
  TMetadata extends MetadataSchema = NoMetadata,
  TCheckpoint extends CheckpointSchema = CheckpointSchema,
> extends FunctionHelpers<TMetadata> {
  /** Name of the current variant; `base` is the default one. */
  readonly variant: string;
  /** Start of the last successful run; undefined at the first. */
  readonly lastSyncDate: Date | undefined;
  /**
   * Where a run over a window begins and ends; undefined for a run that goes on from where the sync stands. `from` is also the
   * `lastSyncDate` of such a run, its checkpoint is its own, and nothing that it does not save counts as deleted.
   */
  readonly window: { readonly from: Date | undefined; readonly to: Date | undefined } | undefined;

  /**
   * Adds records to the cache, or replaces them by id. Any number: they are sent a thousand at a time.
   * @throws {TypeError} when a record has no id of 1 to 255 characters, or the sync has no such model
   */
  batchSave<TName extends keyof TModels & string>(
    records: readonly OutputOf<TModels[TName]>[],
    model: TName,
  ): Promise<boolean>;
  /**
   * Lays values over existing records by id: objects key by key and as deep as they go, lists and everything else as a whole.
   * Ids that are unknown or deleted do nothing.
   */
  batchUpdate<TName extends keyof TModels & string>(
    records: readonly RecordPatch<OutputOf<TModels[TName]>>[],
    model: TName,
  ): Promise<boolean>;
  /** Marks records as deleted; only their ids matter, their payloads stay. */
  batchDelete<TName extends keyof TModels & string>(records: readonly ModelRecord[], model: TName): Promise<boolean>;

  /** Cached records by the ids that were asked for; ids that are unknown are missing. Deleted ones say so in `_metadata`. */
  getRecordsById<TName extends keyof TModels & string, TId extends string | number>(
    ids: readonly TId[],
    model: TName,
  ): Promise<Map<TId, CachedRecord<OutputOf<TModels[TName]>>>>;
  /** @deprecated Use {@link getRecordsById}. */
  getRecordsByIds<TName extends keyof TModels & string, TId extends string | number>(
    ids: readonly TId[],
    model: TName,
  ): Promise<Map<TId, CachedRecord<OutputOf<TModels[TName]>>>>;
  /** Every cached record in the order of its last change, or those that changed after `cursor` (`_metadata.cursor`). */
  listRecords<TName extends keyof TModels & string>(
    model: TName,
    options?: { readonly cursor?: string },
  ): AsyncGenerator<CachedRecord<OutputOf<TModels[TName]>>>;

  /**
   * What this run does with records of a model that somebody else, such as a webhook's handler, changes while it runs:
   * `override` them, as it does by itself, or with `ignore_if_modified_after` leave those that were changed after this call.
   * Call it before the first record is written.
   */
  setMergingStrategy<TName extends keyof TModels & string>(
    merging: { readonly strategy: 'override' | 'ignore_if_modified_after' },
    model: TName,
  ): Promise<void>;

  /**
   * Begins to note which records are saved. Call it before the first record of a complete pass; while a tracking is open it
   * does nothing, so that a pass may take several runs. Called where a pass goes on in the middle of the data and its tracking
   * is gone (a checkpoint was restored, say), it begins one that deletes nothing: the next pass finds out what is gone.
   */
  trackDeletesStart<TName extends keyof TModels & string>(model: TName): Promise<void>;
  /**
   * Marks as deleted what existed before the start and was not saved since. Call it only after the complete dataset was saved;
   * it throws when a `batchSave` of this run failed, also one whose error the function caught. A pass that keeps checkpoints
   * calls `clearCheckpoint` first: after a crash between the two, the pass begins anew and misses nothing. It warns in the log
   * when no tracking is open, as after an attempt that crashed later than here.
   *
   * @returns ids of the records that were marked as deleted, and how many the definition's `deletionGuard` holds
   * @throws {Error} when this run never called {@link trackDeletesStart}
   */
  trackDeletesEnd<TName extends keyof TModels & string>(
    model: TName,
  ): Promise<{ deletedKeys: string[]; heldDeletions?: number }>;
  /** @deprecated Use {@link trackDeletesStart} and {@link trackDeletesEnd}. */
  deleteRecordsFromPreviousExecutions<TName extends keyof TModels & string>(
    model: TName,
  ): Promise<{ deletedKeys: string[] }>;

  /** The last saved checkpoint; null when there is none. */
  getCheckpoint(): Promise<OutputOf<TCheckpoint> | null>;
  /**
   * Saves how far the sync came: await it after the records before it are saved. Past the time of a slice the run stops
   * here, and the next slice goes on from this checkpoint.
   */
  saveCheckpoint(checkpoint: OutputOf<TCheckpoint>): Promise<void>;
  /** Removes the checkpoint; does nothing where none was saved. The next run starts from the beginning. */
  clearCheckpoint(): Promise<void>;
}
