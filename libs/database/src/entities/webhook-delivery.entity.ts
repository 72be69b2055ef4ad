import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

/** One event for one endpoint; a row of the endpoint's lane. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_due', ['laneKey', 'dueAt', 'id'], { where: 'due_at IS NOT NULL' })
@Index('webhook_deliveries_order', ['laneKey', 'orderKey', 'id'], { where: 'due_at IS NOT NULL' })
@Index('webhook_deliveries_dead', ['endpointId', 'finishedAt'], { where: "status = 'dead'" })
@Index('webhook_deliveries_dead_list', ['environmentId', 'id'], { where: "status = 'dead'" })
@Index(['eventId'])
@Index(['environmentId', 'id'])
@Index(['endpointId', 'id'])
export class WebhookDeliveryEntity {
  /** The order of the lane. */
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  @ForeignKey(() => WebhookEventEntity, { onDelete: 'CASCADE' })
  @Column('uuid')
  eventId!: string;

  @ForeignKey(() => WebhookEndpointEntity)
  @Column('uuid')
  endpointId!: string;

  /** The endpoint's id as text. */
  @Column('text')
  laneKey!: string;

  /** The connection, where its events are to arrive in order. */
  @Column('text', { nullable: true })
  orderKey!: string | null;

  /** `pending`, `delivered`, `dead`. */
  @Column('text', { default: 'pending' })
  status!: string;

  /** When it is attempted next, or its lease ends; null once it is over. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  dueAt!: Date | null;

  /** How often a worker has taken it. */
  @Column('integer', { default: 0 })
  claims!: number;

  /** Attempts that ended. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** A failure after this makes it a dead letter. */
  @Column('timestamptz')
  giveUpAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
