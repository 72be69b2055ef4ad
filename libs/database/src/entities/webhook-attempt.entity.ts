import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

/** One attempt to deliver a webhook. */
@Entity('webhook_attempts')
@Index(['deliveryId', 'id'])
export class WebhookAttemptEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  @ForeignKey(() => WebhookDeliveryEntity, { onDelete: 'CASCADE' })
  @Column('bigint')
  deliveryId!: string;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('integer')
  durationMs!: number;

  /** Of the answer; null when there was none. */
  @Column('integer', { nullable: true })
  status!: number | null;

  /** Why it counts as failed, in words. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** The beginning of the answer, at most 4 kB. */
  @Column('text', { nullable: true })
  answer!: string | null;
}
