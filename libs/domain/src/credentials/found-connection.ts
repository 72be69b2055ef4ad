import type { ConnectionAccessRow, ConnectionRow } from '@svc/database';

/** A row of which both parts exist. */
export interface FoundConnection extends ConnectionAccessRow {
  readonly connection: ConnectionRow;
}
