import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** The configuration of one provider inside one environment, addressed by its unique key. */
@Entity('integrations')
@Index(['environmentId', 'uniqueKey'], { unique: true, where: 'deleted_at IS NULL' })
@Index('integrations_unique_key', ['uniqueKey'], { where: 'deleted_at IS NULL' })
@Index('integrations_provider', ['provider'], { where: 'deleted_at IS NULL' })
export class IntegrationEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @Column('text')
  uniqueKey!: string;

  @Column('text')
  provider!: string;

  @Column('text')
  displayName!: string;

  @Column('boolean', { default: true })
  forwardWebhooks!: boolean;

  /** Sealed JSON: client_id, client_secret, scopes, webhook_secret and the like. */
  @Column('text', { nullable: true })
  credentialsSealed!: string | null;

  /** Sealed JSON: may hold secret fields. */
  @Column('text', { nullable: true })
  configSealed!: string | null;

  @Column('jsonb', { default: {} })
  custom!: Record<string, string>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
