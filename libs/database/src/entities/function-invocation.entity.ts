import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectionEntity } from './connection.entity.js';
import { FunctionVersionEntity } from './function-version.entity.js';

/** A run of a function that an event called for: a moment in a connection's life, or a webhook of its provider. */
@Entity('function_invocations')
@Index(['functionVersionId'])
@Index(['environmentId', 'createdAt'])
@Index('function_invocations_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
@Index('function_invocations_open', ['connectionId', 'createdAt'], { where: 'finished_at IS NULL' })
export class FunctionInvocationEntity {
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
  functionName!: string;

  /** Event of an on-event function, or type of a webhook. */
  @Column('text')
  event!: string;

  /** `queued`, `running`, `succeeded`, `failed` or `skipped`, where the connection was gone by then. */
  @Column('text', { default: 'queued' })
  status!: string;

  /** Rises with each attempt; what an older one says is not heard. */
  @Column('integer', { default: 0 })
  attempt!: number;

  /** Attempts since it was due. */
  @Column('integer', { default: 0 })
  tries!: number;

  /** Not before this. */
  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  /** When the function wants to run again, once this run has succeeded. */
  @Column('timestamptz', { nullable: true })
  againAt!: Date | null;

  /** Why it failed: `{code, message}`. */
  @Column('jsonb', { nullable: true })
  error!: Record<string, unknown> | null;

  @Column('uuid')
  operationId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
