import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An authorization that is to be ended at its provider, because its connection was deleted. */
@Entity('credential_revocations')
@Index(['batchId', 'nextAttemptAt'], { where: 'finished_at IS NULL' })
@Index('credential_revocations_purge', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
export class CredentialRevocationEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Revocations of one deletion share a workflow. */
  @Column('uuid')
  batchId!: string;

  @Column('integer')
  environmentId!: number;

  @Column('integer')
  integrationId!: number;

  /** The gateway's number. */
  @Column('integer')
  connectionId!: number;

  /** As the customer knew it. */
  @Column('text')
  connectionKey!: string;

  @Column('text')
  providerConfigKey!: string;

  @Column('text')
  provider!: string;

  /** Sealed JSON: credentials and what else the request needs. Null once it is finished, whatever came of it. */
  @Column('text', { nullable: true })
  subjectSealed!: string | null;

  /** `waiting`, `revoked`, `refused` or `given_up`. */
  @Column('text', { default: 'waiting' })
  status!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** When the next attempt is due; moved on by whoever makes it, so that two never make the same. */
  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  /** Machine-readable reason of the last failure. */
  @Column('text', { nullable: true })
  lastFailure!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
