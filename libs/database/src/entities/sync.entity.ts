import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectionEntity } from './connection.entity.js';
import { FunctionEntity } from './function.entity.js';

/** A sync function applied to one connection, in one variant. The truth that Temporal's schedules follow. */
@Entity('syncs')
@Index(['connectionId', 'name', 'variant'], { unique: true, where: 'deleted_at IS NULL' })
@Index(['functionId'])
@Index(['integrationId'])
@Index('syncs_pending_trigger', ['pendingTriggerAt'], { where: 'pending_trigger IS NOT NULL AND deleted_at IS NULL' })
export class SyncEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('integer')
  environmentId!: number;

  @Column('integer')
  integrationId!: number;

  @ForeignKey(() => ConnectionEntity)
  @Column('integer')
  connectionId!: number;

  @ForeignKey(() => FunctionEntity)
  @Column('integer')
  functionId!: number;

  @Column('text')
  name!: string;

  @Column('text', { default: 'base' })
  variant!: string;

  /** Frequency in force: the connection's override or the definition's, as text. Null means on demand only. */
  @Column('text', { nullable: true })
  frequency!: string | null;

  /** The connection's own frequency, kept apart so that null brings the definition's back. */
  @Column('text', { nullable: true })
  frequencyOverride!: string | null;

  /** Milliseconds by which the start is moved from the full interval, to spread load. */
  @Column('integer', { default: 0 })
  offsetMs!: number;

  @Column('boolean', { default: false })
  paused!: boolean;

  /** Why it is paused: `paused_by_user`, `auth_dead`, `auto_start_off`, ... */
  @Column('text', { nullable: true })
  pauseReason!: string | null;

  /** Why a run was asked for that has not begun yet: `trigger`, `connection_created`, `reset`, ... */
  @Column('text', { nullable: true })
  pendingTrigger!: string | null;

  /** When it was asked for; a request that nothing came of is repeated. */
  @Column('timestamptz', { nullable: true })
  pendingTriggerAt!: Date | null;

  @Column('jsonb', { nullable: true })
  checkpoint!: Record<string, string | number | boolean> | null;

  /** Optimistic version of the checkpoint; rises with each save and clear. */
  @Column('integer', { default: 0 })
  checkpointVersion!: number;

  /** Start of the last run that succeeded: the function's `lastSyncDate`. */
  @Column('timestamptz', { nullable: true })
  lastSyncDate!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
