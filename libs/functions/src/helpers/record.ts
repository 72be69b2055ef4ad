/** Bookkeeping of a cached record. Times are ISO 8601 with microseconds and an offset. */
export interface RecordMetadata {
  first_seen_at: string;
  last_modified_at: string;
  last_action: 'ADDED' | 'UPDATED' | 'DELETED';
  deleted: boolean;
  /** Null while the record exists. */
  deleted_at: string | null;
  /** Null while the record has its payload. */
  pruned_at: string | null;
  /** Place of the record in the stream; `listRecords(model, { cursor })` goes on after it. */
  cursor: string;
}

/** A record as the cache gives it: the fields that were saved, the id as text, and the bookkeeping. */
export type CachedRecord<TRecord> = TRecord extends unknown
  ? Omit<TRecord, 'id'> & { id: string; _metadata: RecordMetadata }
  : never;
