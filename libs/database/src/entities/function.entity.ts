import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { IntegrationEntity } from './integration.entity.js';

/** A function of an integration by name; its code lives in versions. */
@Entity('functions')
@Index(['integrationId', 'type', 'name'], { unique: true, where: 'deleted_at IS NULL' })
@Index(['environmentId'])
export class FunctionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => IntegrationEntity)
  @Column('integer')
  integrationId!: number;

  /** `sync`, `action` or `on-event`. */
  @Column('text')
  type!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { default: true })
  enabled!: boolean;

  /** `repo`, `catalog` or `standalone`. */
  @Column('text', { default: 'repo' })
  source!: string;

  /** The published version. */
  @Column('uuid', { nullable: true })
  currentVersionId!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
