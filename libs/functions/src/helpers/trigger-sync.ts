/** A sync by name, or an instance of it by name and variant. */
export type SyncReference = string | { name: string; variant: string };

/** What `triggerSync` does beside starting a run. */
export interface TriggerSyncOptions {
  /** Forgets the checkpoint and the date of the last run first. Default false. */
  reset?: boolean;
  /** With `reset`: empties the record cache as well. Default false. */
  emptyCache?: boolean;
}
