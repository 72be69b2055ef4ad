import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { FunctionJobEntity } from './function-job.entity.js';

/** What a dry run would have written, until it ends. */
@Entity('dry_run_writes')
@Index(['jobId', 'id'])
export class DryRunWriteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @ForeignKey(() => FunctionJobEntity, { onDelete: 'CASCADE' })
  @Column('uuid')
  jobId!: string;

  @Column('text')
  kind!: string;

  /** Sealed. */
  @Column('text')
  dataSealed!: string;
}
