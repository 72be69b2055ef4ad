import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SyncEntity } from './sync.entity.js';

/** A webhook of a provider that a sync's `onWebhook` handles: a row of the connection's lane `function-lane`. */
@Entity('webhook_runs')
@Index('webhook_runs_due', ['laneKey', 'dueAt', 'id'], { where: 'due_at IS NOT NULL' })
@Index('webhook_runs_order', ['laneKey', 'orderKey', 'id'], { where: 'due_at IS NOT NULL' })
@Index('webhook_runs_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
@Index(['environmentId', 'createdAt'])
@Index(['syncId', 'id'])
export class WebhookRunEntity {
  /** Rises in the order in which the webhooks came. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  /** The lane of the connection: its id. */
  @Column('text')
  laneKey!: string;

  /** The same for all of a lane: a connection's webhooks are handled in order, one at a time. */
  @Column('text')
  orderKey!: string;

  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => SyncEntity)
  @Column('uuid')
  syncId!: string;

  @Column('text')
  eventType!: string;

  /** What the provider sent; null once it is handled. */
  @Column('jsonb', { nullable: true })
  payload!: unknown;

  /** `queued`, `running`, `succeeded`, `failed` or `skipped`, where the sync was gone by then. */
  @Column('text', { default: 'queued' })
  status!: string;

  /** How often it was taken; writes of an earlier taking are refused. */
  @Column('integer', { default: 0 })
  claims!: number;

  /** Attempts that count. */
  @Column('integer', { default: 0 })
  tries!: number;

  /** When it is worked on next, or when the one who works on it must be gone; null once it is over. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  dueAt!: Date | null;

  /** Version of the function that ran last. */
  @Column('uuid', { nullable: true })
  functionVersionId!: string | null;

  /** Per model: `{added, updated, deleted}`. Changed in the transaction that writes the records. */
  @Column('jsonb', { default: {} })
  results!: Record<string, { added: number; updated: number; deleted: number }>;

  /** Why it failed: `{code, message}`. */
  @Column('jsonb', { nullable: true })
  error!: Record<string, unknown> | null;

  /** Of the last attempt, in the log. */
  @Column('uuid', { nullable: true })
  operationId!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
