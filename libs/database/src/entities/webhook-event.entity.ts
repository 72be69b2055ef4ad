import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** Something that the customer is to be told, written in the transaction in which it happened. */
@Entity('webhook_events')
@Index(['environmentId', 'createdAt'])
@Index('webhook_events_purge', ['createdAt'])
export class WebhookEventEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** Internal id; the connection may be gone when the event is sent. */
  @Column('integer', { nullable: true })
  connectionId!: number | null;

  /** `auth`, later the other types (wire contract, section 15). */
  @Column('text')
  type!: string;

  /** The body as it will be sent. */
  @Column('jsonb')
  payload!: Record<string, unknown>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
