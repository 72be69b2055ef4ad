import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A secret key of an environment with its scopes. Stored as a hash; the secret is shown once. */
@Entity('api_keys')
@Index(['environmentId', 'displayName'], { unique: true })
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @Column('text')
  displayName!: string;

  @Column('bytea', { unique: true })
  hash!: Buffer;

  @Column('text', { array: true })
  scopes!: string[];

  /** Written at most once a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
