import { z } from 'zod';
import { functionNameSchema, modelNameSchema, wholeNumberTextSchema } from '../identifiers.js';
import { storableTextSchema } from '../storable.js';

/** Most records of one page (wire contract, section 8). */
export const MAX_RECORDS_LIMIT = 10_000;
const DEFAULT_RECORDS_LIMIT = 100;
const MAX_RECORD_IDS = 100;
/** Longest cursor, in characters. */
export const MAX_CURSOR_LENGTH = 1000;
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000;

/** Longest id of a record, in characters. */
export const MAX_RECORD_ID_LENGTH = 255;

/** What happened last to a record. */
export const RECORD_ACTIONS = ['added', 'updated', 'deleted'] as const;
/** What happened last to a record. */
export type RecordAction = (typeof RECORD_ACTIONS)[number];

const recordActionSchema = z.enum(RECORD_ACTIONS, `is one of ${RECORD_ACTIONS.join(', ')}`);

const modifiedAfterSchema = z.iso
  .datetime('is an ISO 8601 time that ends in Z, such as 2026-01-31T12:00:00Z')
  // What is no time at all has been refused already, and is not too old as well.
  .refine((text) => !(Date.now() - Date.parse(text) > MAX_AGE_MS), 'must not be older than 365 days');

const idSchema = storableTextSchema.min(1).max(MAX_RECORD_ID_LENGTH + 1);

/** Query of `GET /records`. */
export const listRecordsQuerySchema = z.strictObject({
  model: modelNameSchema,
  variant: functionNameSchema.default('base'),
  /** Only records that changed at this time or later. */
  modified_after: modifiedAfterSchema.optional(),
  /** Deprecated name of `modified_after`; wins when both are sent. */
  delta: modifiedAfterSchema.optional(),
  limit: wholeNumberTextSchema.pipe(z.number().min(1).max(MAX_RECORDS_LIMIT)).default(DEFAULT_RECORDS_LIMIT),
  /** One or several of added, updated, deleted, separated by commas; all upper or all lower case. */
  filter: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z.array(
        z
          .string()
          .transform((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
          .pipe(recordActionSchema),
      ),
    )
    .optional(),
  /** Continue after this place: `next_cursor` of a page, or `_metadata.cursor` of a record. */
  cursor: z.string().min(1).max(MAX_CURSOR_LENGTH).optional(),
  ids: z.union([idSchema.transform((id) => [id]), z.array(idSchema).max(MAX_RECORD_IDS)]).optional(),
});
/** Query of `GET /records`. */
export type ListRecordsQuery = z.infer<typeof listRecordsQuerySchema>;

/** Bookkeeping of a record, under `_metadata`. Times are ISO 8601 with microseconds and an offset. */
export interface RecordMetadata {
  first_seen_at: string;
  last_modified_at: string;
  last_action: 'ADDED' | 'UPDATED' | 'DELETED';
  deleted: boolean;
  deleted_at: string | null;
  pruned_at: string | null;
  /** Place of the record in the stream; `GET /records?cursor=` goes on after it. */
  cursor: string;
}

/** A cached record: the fields that the function saved, and the bookkeeping. */
export type CachedRecord<Fields extends object = Record<string, unknown>> = Fields & {
  id: string;
  _metadata: RecordMetadata;
};

/** Answer of `GET /records`. */
export interface ListRecordsResponse<Fields extends object = Record<string, unknown>> {
  records: CachedRecord<Fields>[];
  /** Null on the last page. */
  next_cursor: string | null;
}
