import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';
import { IntegrationEntity } from './integration.entity.js';

/** One authorized credential set of an end user for one integration. */
@Entity('connections')
@Index('connections_validating', ['validatingSince'], { where: 'validating_since IS NOT NULL' })
@Index(['integrationId', 'connectionId'], { unique: true, where: 'deleted_at IS NULL' })
@Index(['environmentId', 'connectionId'])
@Index(['environmentId', 'createdAt', 'id'])
@Index('connections_next_check', ['nextCheckAt'], { where: 'deleted_at IS NULL AND next_check_at IS NOT NULL' })
@Index('connections_tags', ['tags'], { type: 'gin', where: 'deleted_at IS NULL' })
@Index('connections_end_user', ['endUser'], { type: 'gin', where: 'deleted_at IS NULL' })
// What webhooks are matched by; made by a migration, for their operator class.
@Index('connections_config_lookup', { synchronize: false })
@Index('connections_metadata_lookup', { synchronize: false })
@Index('connections_purge', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
export class ConnectionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => IntegrationEntity)
  @Column('integer')
  integrationId!: number;

  @Column('text')
  connectionId!: string;

  /** Sealed JSON: the credentials object. Null once the connection is deleted. */
  @Column('text', { nullable: true })
  credentialsSealed!: string | null;

  /** Rises with each change of the credentials; the refresh saves only over the version that it read. */
  @Column('integer', { default: 1 })
  credentialsVersion!: number;

  /** When the access token expires; null means never or unknown. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** When the gateway itself obtained the token; null for imported ones. With `expiresAt` it tells how long a token lives. */
  @Column('timestamptz', { nullable: true })
  issuedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  metadata!: Record<string, unknown> | null;

  @Column('jsonb', { default: {} })
  connectionConfig!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  tags!: Record<string, string>;

  @Column('jsonb', { nullable: true })
  endUser!: Record<string, unknown> | null;

  /** Receives this connection's webhooks instead of the environment's addresses (D6). */
  @Column('text', { nullable: true })
  webhookUrl!: string | null;

  /** Made through a connect session, so it can be reconnected (D14). */
  @Column('boolean', { default: false })
  viaSession!: boolean;

  /** The recorded errors: `[{type, log_id}]`, empty when healthy. */
  @Column('jsonb', { default: [] })
  errors!: { type: string; log_id: string }[];

  /** Owner of the refresh that runs now. */
  @Column('uuid', { nullable: true })
  refreshLease!: string | null;

  @Column('timestamptz', { nullable: true })
  refreshLeaseUntil!: Date | null;

  /**
   * Set just before a token request is sent and cleared with its outcome. Still set when a lease has run out, it means that
   * a process died in between and that the provider may have answered.
   */
  @Column('timestamptz', { nullable: true })
  refreshSentAt!: Date | null;

  /** Rises when a refresh ends, well or badly, so that those who wait for it can tell. */
  @Column('integer', { default: 0 })
  refreshRound!: number;

  /** Whether the provider replaces the refresh token at each use; null until one refresh has shown it. */
  @Column('boolean', { nullable: true })
  refreshTokenRotates!: boolean | null;

  /** When the last refresh failed; for 30 s after it no other is tried unless forced. */
  @Column('timestamptz', { nullable: true })
  refreshFailedAt!: Date | null;

  /** Days on which a refresh failed in a row; at 4 the connection is exhausted. */
  @Column('integer', { default: 0 })
  refreshFailedDays!: number;

  /** Machine-readable reason of the last failure, such as `auth_dead` or `refresh_interrupted`. */
  @Column('text', { nullable: true })
  refreshFailureReason!: string | null;

  /** The provider asked to leave it alone until then. */
  @Column('timestamptz', { nullable: true })
  refreshRetryAt!: Date | null;

  /**
   * One period in which refreshes fail for reasons that pass: set by its first failure, cleared by its end. The workflow
   * that repeats the refresh is named by it.
   */
  @Column('uuid', { nullable: true })
  refreshTroubleId!: string | null;

  /** When the sweep looks at it next; at once when it is new. Null when looking would change nothing. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextCheckAt!: Date | null;

  /** Since when functions that validate it have been running; while it is set, nothing else has begun for it. */
  @Column('timestamptz', { nullable: true })
  validatingSince!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastFetchedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
