import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A lock that the runs of an environment share (helper `tryAcquireLock`). */
@Entity('run_locks')
@Index('run_locks_holder', ['environmentId', 'runId'])
@Index('run_locks_expiry', ['expiresAt'])
export class RunLockEntity {
  @ForeignKey(() => EnvironmentEntity, { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  environmentId!: number;

  @PrimaryColumn('text')
  key!: string;

  /** The run that holds it. */
  @Column('text')
  runId!: string;

  /** From then on anybody may take it. */
  @Column('timestamptz')
  expiresAt!: Date;
}
