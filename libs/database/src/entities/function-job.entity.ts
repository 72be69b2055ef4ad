import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A dry run or a deployment that the API was asked for. A worker takes it; its lease brings it back when that one dies. */
@Entity('function_jobs')
@Index(['status', 'createdAt'])
export class FunctionJobEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** `dryrun` or `deployment`. */
  @Column('text')
  kind!: string;

  /** `waiting`, `running`, `success` or `failed`. */
  @Column('text', { default: 'waiting' })
  status!: string;

  @Column('text')
  integrationKey!: string;

  /** `sync` or `action`. */
  @Column('text')
  functionType!: string;

  @Column('text', { nullable: true })
  functionName!: string | null;

  /** API key of the caller. */
  @Column('integer', { nullable: true })
  keyId!: number | null;

  /** The body of the request, sealed. Gone when the job has ended. */
  @Column('text', { nullable: true })
  requestSealed!: string | null;

  /** What came of it, sealed. */
  @Column('text', { nullable: true })
  resultSealed!: string | null;

  /** How often it was begun. */
  @Column('integer', { default: 0 })
  attempt!: number;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;
}
