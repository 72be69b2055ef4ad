/** What a write came to, in records. */
export interface WriteCounts {
  added: number;
  updated: number;
  deleted: number;
}
