import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A webhook that a provider sent, stored before it was acknowledged. Without foreign keys: hundreds come in a second, and what
 * they belong to is never removed while they are there.
 */
@Entity('inbound_webhooks')
@Index('inbound_webhooks_event', ['integrationId', 'eventKey'], { unique: true, where: 'event_key IS NOT NULL' })
@Index('inbound_webhooks_due', ['laneKey', 'dueAt', 'id'], { where: 'due_at IS NOT NULL' })
@Index('inbound_webhooks_order', ['laneKey', 'orderKey', 'id'], { where: 'due_at IS NOT NULL' })
@Index('inbound_webhooks_list', ['environmentId', 'id'])
@Index('inbound_webhooks_purge', ['receivedAt'])
export class InboundWebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  /** The lane `webhook-intake` of the integration: its id. */
  @Column('text')
  laneKey!: string;

  /** The same for all of a lane: they are dispatched in the order in which they came. */
  @Column('text')
  orderKey!: string;

  @Column('integer')
  environmentId!: number;

  @Column('integer')
  integrationId!: number;

  /** Digest of what the provider names the event by; null where it names it by nothing. */
  @Column('text', { nullable: true })
  eventKey!: string | null;

  /** Of the first event, where there are several; `*` where the provider tells no types apart. */
  @Column('text')
  eventType!: string;

  /** Lower-case names, without those that carry a secret. */
  @Column('jsonb')
  headers!: Record<string, string>;

  /** The parameters that the provider's rules name. */
  @Column('jsonb')
  query!: Record<string, string>;

  /** Byte for byte. */
  @Column('bytea')
  body!: Buffer;

  /** `received`, `dispatched`, `unmatched` (forwarded without a connection), `ignored` (nobody wanted it) or `failed`. */
  @Column('text', { default: 'received' })
  status!: string;

  /** Internal ids of the connections that it was for. */
  @Column('integer', { array: true, default: '{}' })
  connectionIds!: number[];

  /** How often it was taken. */
  @Column('integer', { default: 0 })
  claims!: number;

  /** When it is worked on next, or when the one who works on it must be gone; null once it is over. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  dueAt!: Date | null;

  /** Why it was not dispatched. */
  @Column('text', { nullable: true })
  error!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt!: Date;

  @Column('timestamptz', { nullable: true })
  processedAt!: Date | null;
}
