import type { Queryable } from '../database.js';
import type { SealedColumn } from '../sealed-columns.js';

/** Values of a row's primary key, as text. */
export type RowKey = readonly string[];

/** A row that was looked at. */
export interface SeenText {
  readonly key: RowKey;
  /** The sealed text, where another key than the current one sealed it. */
  readonly stale: string | null;
}

/** A text to put in the place of another one. */
export interface SealedAnew {
  readonly key: RowKey;
  readonly stale: string;
  readonly fresh: string;
}

export interface PageOfTexts {
  /** Begins after this row. */
  readonly after: RowKey | undefined;
  /** What the texts of the current key begin with. */
  readonly currentPrefix: string;
  readonly rows: number;
  /** Bytes of text; one row is read whatever its length. */
  readonly bytes: number;
}

const textOf = ({ column, field }: SealedColumn): string => (field ? `t.${column}->>'${field}'` : `t.${column}`);

/** Sealed texts of one column, whatever it is for. */
export class SealedTextRepository {
  constructor(
    private readonly database: Queryable,
    private readonly place: SealedColumn,
  ) {}

  /** The next rows in the order of their key; none after the last one. */
  async page({ after, currentPrefix, rows: limit, bytes }: PageOfTexts): Promise<SeenText[]> {
    const { table, key } = this.place;
    const keys = key.join(', ');
    const begin = after ? `WHERE (${keys}) > (${key.map((_, index) => `$${index + 4}`).join(', ')})` : '';
    const { rows } = await this.database.query<SeenText>(
      `SELECT ARRAY[${key.map((name) => `${name}::text`).join(', ')}] AS key,
              CASE WHEN left(sealed, length($1::text)) <> $1 THEN sealed END AS stale
         FROM (SELECT *, row_number() OVER w AS nth, sum(coalesce(octet_length(sealed), 0)) OVER w AS bytes
                 FROM (SELECT ${keys}, ${textOf(this.place)} AS sealed FROM ${table} t ${begin} ORDER BY ${keys} LIMIT $2) page
               WINDOW w AS (ORDER BY ${keys})) measured
        WHERE nth = 1 OR bytes <= $3 ORDER BY nth`,
      [currentPrefix, limit, bytes, ...(after ?? [])],
    );
    return rows;
  }

  /** Replaces those texts that still are as they were read; a row that somebody is writing is left. @returns how many */
  async replace(texts: readonly SealedAnew[]): Promise<number> {
    if (texts.length === 0) return 0;
    const { table, key, column, field } = this.place;
    const fresh = field ? `jsonb_set(t.${column}, '{${field}}', to_jsonb(held.fresh))` : 'held.fresh';
    const { rowCount } = await this.database.query(
      `WITH held AS (
         SELECT ${key.map((name) => `t.${name}`).join(', ')}, s.stale, s.fresh
           FROM ${table} t JOIN unnest($1::text[], $2::text[]) AS s(stale, fresh) ON s.stale = ${textOf(this.place)}
          WHERE ${key.map((name, index) => `t.${name} = ANY($${index + 3})`).join(' AND ')}
            FOR NO KEY UPDATE OF t SKIP LOCKED)
       UPDATE ${table} t SET ${column} = ${fresh} FROM held
        WHERE ${key.map((name) => `t.${name} = held.${name}`).join(' AND ')} AND ${textOf(this.place)} = held.stale`,
      [
        texts.map(({ stale }) => stale),
        texts.map((text) => text.fresh),
        ...key.map((_, index) => texts.map((text) => text.key[index])),
      ],
    );
    return rowCount;
  }
}
