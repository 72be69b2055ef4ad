import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectionEntity } from './connection.entity.js';
import { EnvironmentEntity } from './environment.entity.js';

/** A short-lived permission to connect accounts, for one end user's browser. */
@Entity('connect_sessions')
@Index('connect_sessions_purge', ['expiresAt'])
export class ConnectSessionEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** SHA-256 of the token. */
  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  /** Unique keys of the integrations that may be used; null means all. */
  @Column('text', { array: true, nullable: true })
  allowedIntegrations!: string[] | null;

  /** Sealed JSON: `integrations_config_defaults` and `overrides`, which may hold client secrets. */
  @Column('text', { nullable: true })
  detailsSealed!: string | null;

  @Column('jsonb', { nullable: true })
  tags!: Record<string, string> | null;

  @Column('jsonb', { nullable: true })
  endUser!: Record<string, unknown> | null;

  @Column('text', { nullable: true })
  webhookUrl!: string | null;

  /** Where the hosted page sends the browser in the end. */
  @Column('text', { nullable: true })
  returnUrl!: string | null;

  /** The connection to authorize anew; null for sessions that make new ones. */
  @ForeignKey(() => ConnectionEntity)
  @Column('integer', { nullable: true })
  reconnectId!: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Set by DELETE. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
