import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many actions a process runs at the moment, for the limits that all processes share. */
@Entity('action_slots')
export class ActionSlotsEntity {
  @PrimaryColumn('uuid')
  processId!: string;

  /** Running actions by what limits them: `environment:<id>` and `connection:<id>`. */
  @Column('jsonb')
  taken!: Record<string, number>;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt!: Date;
}
