import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectionEntity } from './connection.entity.js';
import { FunctionVersionEntity } from './function-version.entity.js';

/** An asynchronous action: its durable status and its result, which may be larger than Temporal takes. */
@Entity('action_runs')
@Index(['functionVersionId'])
@Index(['environmentId', 'createdAt'])
@Index('action_runs_idempotency', ['environmentId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('action_runs_open', ['createdAt'], { where: 'finished_at IS NULL' })
@Index('action_runs_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
export class ActionRunEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => ConnectionEntity)
  @Column('integer')
  connectionId!: number;

  @ForeignKey(() => FunctionVersionEntity)
  @Column('uuid')
  functionVersionId!: string;

  @Column('text')
  actionName!: string;

  /** `queued`, `running`, `succeeded`, `failed` or `cancelled`. */
  @Column('text', { default: 'queued' })
  status!: string;

  @Column('integer', { default: 0 })
  attempt!: number;

  @Column('integer', { default: 0 })
  maxRetries!: number;

  /** Sealed JSON text. */
  @Column('text', { nullable: true })
  inputSealed!: string | null;

  /** Sealed JSON text of the result. */
  @Column('text', { nullable: true })
  outputSealed!: string | null;

  /** Sealed JSON text of the error answer: `{status, body}`. */
  @Column('text', { nullable: true })
  errorSealed!: string | null;

  /** The caller's `Idempotency-Key`. */
  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** Whoever asked for it waits for its result, so that nobody is told of its end. */
  @Column('boolean', { default: false })
  isAwaited!: boolean;

  /** SHA-256 of what was asked for, to refuse the same key for something else. */
  @Column('bytea', { nullable: true })
  requestHash!: Buffer | null;

  @Column('uuid')
  operationId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
