import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A queue of rows that one workflow drains. The row says whether somebody looks, so that no wake-up is lost. */
@Entity('lanes')
@Index('lanes_untouched', ['kind', 'touchedAt'])
export class LaneEntity {
  /** `webhook-intake`, `webhook-delivery` or `function-lane`; the type of its workflow. */
  @PrimaryColumn('text')
  kind!: string;

  /** Within the kind: the id of an integration, an endpoint or a connection. */
  @PrimaryColumn('text')
  key!: string;

  @ForeignKey(() => EnvironmentEntity)
  @Column('integer')
  environmentId!: number;

  /** What the Temporal UI shows and finds it by: `title`, `integration`, `connection`. */
  @Column('jsonb', { default: {} })
  subject!: Record<string, string>;

  /** Somebody drains it and will look once more; who adds a row need not wake anybody. */
  @Column('boolean', { default: false })
  busy!: boolean;

  /** Nothing is taken before `wakeAt`, whatever comes; without `wakeAt`, until somebody opens it. */
  @Column('boolean', { default: false })
  closed!: boolean;

  /** The workflow sleeps until then; null when it has ended. */
  @Column('timestamptz', { nullable: true })
  wakeAt!: Date | null;

  /** Last sign of life of its workflow, or when it was woken last. */
  @Column('timestamptz', { default: () => 'now()' })
  touchedAt!: Date;
}
