import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SyncEntity } from './sync.entity.js';

/** A checkpoint that a sync saved; the latest ones are kept, so that a sync can be set back. */
@Entity('sync_checkpoints')
export class SyncCheckpointEntity {
  @ForeignKey(() => SyncEntity, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  syncId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('jsonb')
  checkpoint!: Record<string, unknown>;

  /** The run that saved it; null when a person did. */
  @Column('uuid', { nullable: true })
  runId!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  savedAt!: Date;
}
