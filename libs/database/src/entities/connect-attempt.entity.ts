import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ConnectSessionEntity } from './connect-session.entity.js';
import { IntegrationEntity } from './integration.entity.js';

/** One authorization in a browser: sent to the provider, back, and how it ended. */
@Entity('connect_attempts')
@Index(['sessionId', 'attempt', 'createdAt'])
@Index('connect_attempts_socket', ['wsClientId'], { where: 'ws_client_id IS NOT NULL' })
@Index('connect_attempts_purge', ['expiresAt'])
export class ConnectAttemptEntity {
  /** The `state` that goes to the provider and back. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => ConnectSessionEntity, { onDelete: 'CASCADE' })
  @Column('uuid')
  sessionId!: string;

  /** Null when the address named no integration that may be connected. */
  @ForeignKey(() => IntegrationEntity)
  @Column('integer', { nullable: true })
  integrationId!: number | null;

  /** As the address named it. */
  @Column('text')
  providerConfigKey!: string;

  /** Chosen by the page that opened the pop-up, so that it can ask how it ended. */
  @Column('uuid', { nullable: true })
  attempt!: string | null;

  /** Socket of an older client that waits for the outcome. */
  @Column('text', { nullable: true })
  wsClientId!: string | null;

  /** SHA-256 of the cookie that the browser must bring back. Null when it never got as far as the provider. */
  @Column('bytea', { nullable: true })
  cookieHash!: Buffer | null;

  /** Operation of the log that tells of it. */
  @Column('uuid', { nullable: true })
  operationId!: string | null;

  /** Sealed JSON: what the callback needs, such as the PKCE verifier. Null once it was used. */
  @Column('text', { nullable: true })
  memorySealed!: string | null;

  /** `waiting`, `claimed`, `success` or `error`. */
  @Column('text', { default: 'waiting' })
  status!: string;

  /** Connection id that came of it. */
  @Column('text', { nullable: true })
  connectionId!: string | null;

  /** Somebody at the provider still has to approve it. */
  @Column('boolean', { default: false })
  isPending!: boolean;

  /** One of the error types of the browser flow (wire contract, section 6). */
  @Column('text', { nullable: true })
  errorType!: string | null;

  @Column('text', { nullable: true })
  errorDescription!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** When the browser came back. */
  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
