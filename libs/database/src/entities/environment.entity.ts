import { Column, CreateDateColumn, Entity, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** Separates development from production: holds integrations, keys, functions and settings of its own. */
@Entity('environments')
@Index(['accountId', 'name'], { unique: true, where: 'deleted_at IS NULL' })
export class EnvironmentEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Appears in webhook addresses (D9). */
  @Generated('uuid')
  @Column('uuid', { unique: true })
  uuid!: string;

  @ForeignKey(() => AccountEntity)
  @Column('integer')
  accountId!: number;

  @Column('text')
  name!: string;

  @Column('boolean', { default: false })
  isProduction!: boolean;

  /** Redirect URI of the OAuth flow; null means the gateway's own. */
  @Column('text', { nullable: true })
  callbackUrl!: string | null;

  /** Sealed. Signs outgoing webhooks (D13). */
  @Column('text')
  webhookSigningKeySealed!: string;

  /** Sealed. The key before the last rotation; signs as well for a day. */
  @Column('text', { nullable: true })
  webhookSigningKeyPreviousSealed!: string | null;

  @Column('timestamptz', { nullable: true })
  webhookSigningKeyRotatedAt!: Date | null;

  /** Settings of a customer's choosing: webhook addresses and switches, connect page colours. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
