import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** An address that webhooks of an environment go to, with its health. Addresses come from settings and connections. */
@Entity('webhook_endpoints')
@Index('webhook_endpoints_url', ['environmentId', 'urlHash'], { unique: true })
export class WebhookEndpointEntity {
  /** Also the key of its lane. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @Column('text')
  url!: string;

  /** SHA-256: an address may be longer than what an index takes. */
  @Column('bytea')
  urlHash!: Buffer;

  /** Set while somebody paused it. */
  @Column('timestamptz', { nullable: true })
  pausedAt!: Date | null;

  /** Deliveries in a row that got no answer, or one that says that the receiver is down. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** When the first of them was. */
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  /** Nothing is sent before that. After it one delivery is a probe while `parks` is above 0. */
  @Column('timestamptz', { nullable: true })
  parkedUntil!: Date | null;

  /** How often it was parked since it last answered well. */
  @Column('integer', { default: 0 })
  parks!: number;

  /** It answered again then; until nothing is left behind, deliveries are sent at a bounded rate. */
  @Column('timestamptz', { nullable: true })
  recoveringSince!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastSuccessAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastFailureAt!: Date | null;

  @Column('text', { nullable: true })
  lastError!: string | null;

  /** When the owner was told of dead letters last. */
  @Column('timestamptz', { nullable: true })
  toldAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
