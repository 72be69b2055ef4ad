import { RECORD_METADATA_KEY, spellings } from '@svc/contracts';

/** Keys under which read records carry their bookkeeping; never saved with a record. */
export const RECORD_METADATA_KEYS: readonly string[] = spellings(RECORD_METADATA_KEY);
