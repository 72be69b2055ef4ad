import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The outbox to Temporal: a change that was decided in a transaction here and is applied there afterwards. Commands of one
 * key are applied in order; a later one of the same kind replaces an earlier one that was not applied yet.
 */
@Entity('temporal_commands')
@Index('temporal_commands_due', ['dueAt', 'id'])
@Index(['key', 'id'])
export class TemporalCommandEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  /** `schedule.apply`, `schedule.trigger`, `workflow.start`, `workflow.cancel`. */
  @Column('text')
  kind!: string;

  /** What it is about, such as a sync's id; orders commands. */
  @Column('text')
  key!: string;

  /** Ids and switches only, never a payload or a secret. */
  @Column('jsonb', { default: {} })
  input!: Record<string, unknown>;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  @Column('text', { nullable: true })
  lastError!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
