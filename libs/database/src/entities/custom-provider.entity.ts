import type { ProviderDefinition } from '@svc/contracts';
import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A provider that an environment defined for itself. It holds no secret: those belong to integrations and connections. */
@Entity('custom_providers')
@Index(['environmentId', 'name'], { unique: true })
export class CustomProviderEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @Column('text')
  name!: string;

  @Column('jsonb')
  definition!: ProviderDefinition;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
