import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectionEntity } from './connection.entity.js';

/**
 * A change stream: the records of one model, connection and variant. Writers lock this row, take their numbers from
 * `lastSeq` and commit, so number order is commit order and a reader misses nothing.
 */
@Entity('record_streams')
@Index(['connectionId', 'model', 'variant'], { unique: true })
@Index('record_streams_emptied', ['id'], { where: 'emptied_to_seq IS NOT NULL' })
export class RecordStreamEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => ConnectionEntity)
  @Column('integer')
  connectionId!: number;

  @Column('text')
  model!: string;

  @Column('text', { default: 'base' })
  variant!: string;

  /** The last sequence number given out. Never goes back, also not when the cache is emptied. */
  @Column('bigint', { default: 0 })
  lastSeq!: string;

  /** Time of the last write. Times of a stream never go back, so that order by time is order by sequence number. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  lastWrittenAt!: Date;

  /** Records that are not deleted. */
  @Column('bigint', { default: 0 })
  liveCount!: string;

  /**
   * While deletions are tracked: the last number given out before. Records with a later number were written since, so that
   * only what was saved unchanged has to be remembered (`record_seen`). 0 covers nothing: it ends without a deletion. Null when
   * nothing is tracked.
   */
  @Column('bigint', { nullable: true })
  trackedFromSeq!: string | null;

  /** Number of the tracking, so that what an earlier one remembered does not count. */
  @Column('integer', { default: 0 })
  trackingNo!: number;

  /** The run that called for a tracking last, to begin, to go on with or to end one. */
  @Column('uuid', { nullable: true })
  trackingRunId!: string | null;

  /** Version of the sync's checkpoint when a run ended the last tracking; null while one is open. */
  @Column('integer', { nullable: true })
  trackingVersion!: number | null;

  /** Every record up to this number has no payload any more. */
  @Column('bigint', { default: 0 })
  prunedToSeq!: string;

  /**
   * The cache was emptied when the numbers were here: what has no later one counts as removed, and is taken out piece by piece.
   * Null when none of it is left.
   */
  @Column('bigint', { nullable: true })
  emptiedToSeq!: string | null;

  /** Records that a tracking found gone, when they were too many to be believed: they wait for a word. Null when none wait. */
  @Column('integer', { nullable: true })
  heldDeletions!: number | null;
}
