import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A cached record. Deleted ones stay until they are pruned or the cache is emptied. */
@Entity('records')
@Index('records_stream_seq', ['streamId', 'seq'], { unique: true })
@Index('records_stream_modified', ['streamId', 'lastModifiedAt', 'seq'])
@Index('records_stream_deleted', ['streamId', 'seq'], { where: 'deleted_at IS NOT NULL' })
export class RecordEntity {
  @PrimaryColumn('integer')
  streamId!: number;

  @PrimaryColumn('text')
  externalId!: string;

  /** Place in the stream: the cursor. */
  @Column('bigint')
  seq!: string;

  /** 128 bits of SHA-256 of the JSON text as saved, as a `uuid`: the 16-byte type that compares and travels fastest. Null once pruned. */
  @Column('uuid', { nullable: true })
  hash!: string | null;

  /** The record's JSON text, byte for byte as saved (`json`, not `jsonb`: nothing is parsed on the way out); null once pruned. */
  @Column('json', { nullable: true })
  payload!: Record<string, unknown> | null;

  /** Size of the JSON text: pages are bounded in bytes without reading the payloads that do not fit. */
  @Column('integer')
  payloadBytes!: number;

  @Column('timestamptz')
  firstSeenAt!: Date;

  @Column('timestamptz')
  lastModifiedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  prunedAt!: Date | null;
}
