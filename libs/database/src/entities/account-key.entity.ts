import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from './account.entity.js';

/** A key that manages the environments of an account. Stored as a hash. */
@Entity('account_keys')
export class AccountKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Index()
  @ForeignKey(() => AccountEntity)
  @Column('integer')
  accountId!: number;

  @Column('text')
  displayName!: string;

  @Column('bytea', { unique: true })
  hash!: Buffer;

  @Column('text', { array: true })
  scopes!: string[];

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
