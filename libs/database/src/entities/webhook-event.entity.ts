import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** Something that the customer is to be told, written in the transaction in which it happened. */
@Entity('webhook_events')
@Index(['environmentId', 'createdAt'])
@Index('webhook_events_connection', ['connectionId', 'createdAt'], { where: 'connection_id IS NOT NULL' })
@Index('webhook_events_purge', ['createdAt'])
@Index('webhook_events_bodies', ['createdAt'], { where: 'payload IS NOT NULL' })
export class WebhookEventEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** Internal id; the connection may be gone when the event is sent. */
  @Column('integer', { nullable: true })
  connectionId!: number | null;

  /** `auth`, `sync`, `forward`, `async_action` (wire contract, section 15), `webhook_delivery`, `test`. */
  @Column('text')
  type!: string;

  /** The body as it will be sent; null once it is not kept any more. */
  @Column('jsonb', { nullable: true })
  payload!: Record<string, unknown> | null;

  /** What the body takes uncompressed; null where it was stored before this was kept. */
  @Column('integer', { nullable: true })
  payloadBytes!: number | null;

  /** Of a forwarded webhook: the provider's headers that go along. */
  @Column('jsonb', { nullable: true })
  headers!: Record<string, string> | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
