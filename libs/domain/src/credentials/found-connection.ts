import type { ConnectionAccessRow, ConnectionRow } from '@svc/database';

/** A row of which both parts exist. */
export interface FoundConnection extends Pick<ConnectionAccessRow, 'integration'> {
  readonly connection: ConnectionRow;
}
