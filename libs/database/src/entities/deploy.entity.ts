import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A change of an environment's functions, whatever made it. Deploys of an environment happen one after the other. */
@Entity('deploys')
@Index(['environmentId', 'createdAt'])
export class DeployEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** `deploy`, `function`, `template`, `bundle`, `deletion` or `rollback`. */
  @Column('text')
  kind!: string;

  /** Name of the API key at that time. */
  @Column('text', { nullable: true })
  createdBy!: string | null;

  /** For a rollback of everything: the deploy whose state it restored. */
  @Column('uuid', { nullable: true })
  restoredId!: string | null;

  /** Whether every version that was published after it is kept, so that all can be as it was then. */
  @Column('boolean', { default: true })
  isRestorable!: boolean;

  /** Taken under the lock of the environment's deploys, so that it orders them. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
