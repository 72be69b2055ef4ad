import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SyncEntity } from './sync.entity.js';
import { FunctionVersionEntity } from './function-version.entity.js';

/** One run of a sync, however many slices it takes. */
@Entity('sync_runs')
@Index(['functionVersionId'])
@Index('sync_runs_one_running', ['syncId'], { unique: true, where: "status = 'RUNNING'" })
@Index(['syncId', 'startedAt'])
@Index(['startedAt'])
@Index('sync_runs_open', ['syncId'], { where: "status IN ('RUNNING', 'QUEUED')" })
export class SyncRunEntity {
  /** That of the first execution of the chain in Temporal, which finds its run by it; a run over a window has an id before one starts. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => SyncEntity)
  @Column('uuid')
  syncId!: string;

  @ForeignKey(() => FunctionVersionEntity)
  @Column('uuid')
  functionVersionId!: string;

  /** `QUEUED` (runs over a window only), `RUNNING`, `SUCCESS`, `ERROR` or `STOPPED`. */
  @Column('text', { default: 'RUNNING' })
  status!: string;

  /** Why it ended so, or what it waits for: `stalled`, `auth_dead`, `cancelled`, `throttled`, ... */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** `schedule`, `trigger`, `connection_created`, ... */
  @Column('text', { default: 'schedule' })
  trigger!: string;

  /** Rises with each slice attempt; writes of an older one are refused (fencing, rule 4). */
  @Column('integer', { default: 0 })
  epoch!: number;

  @Column('integer', { default: 0 })
  slices!: number;

  @Column('text')
  workflowId!: string;

  /** Run id of the first execution of the chain. */
  @Column('text')
  temporalRunId!: string;

  /** Worker process that executes a slice right now; a run with one takes a slot. */
  @Column('uuid', { nullable: true })
  ownerId!: string | null;

  /** When it last asked for a slot and got none; null while it executes. */
  @Column('timestamptz', { nullable: true })
  slotAskedAt!: Date | null;

  /** Execution and activity of that slice in Temporal, so that another worker can take over from a dead one. */
  @Column('text', { nullable: true })
  sliceRunId!: string | null;

  @Column('text', { nullable: true })
  sliceActivityId!: string | null;

  /** What the slice came to; Temporal may ask for it again when it did not hear the answer. Null while it executes. */
  @Column('jsonb', { nullable: true })
  sliceOutcome!: Record<string, unknown> | null;

  /** Per model: `{added, updated, deleted}`. Changed in the transaction that writes the records. */
  @Column('jsonb', { default: {} })
  results!: Record<string, { added: number; updated: number; deleted: number }>;

  @Column('jsonb', { nullable: true })
  checkpointFrom!: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  checkpointTo!: Record<string, unknown> | null;

  /** Of a run over a window: where it begins and ends. Such a run leaves checkpoint and date of its sync alone. */
  @Column('jsonb', { nullable: true })
  timeWindow!: { from: string | null; to: string | null } | null;

  /** Of a run over a window: its own checkpoint. */
  @Column('jsonb', { nullable: true })
  windowCheckpoint!: Record<string, string | number | boolean> | null;

  /** Of a run over a window: optimistic version of its own checkpoint. */
  @Column('integer', { default: 0 })
  windowCheckpointVersion!: number;

  /** The failure that ended it, as the API shows it. */
  @Column('jsonb', { nullable: true })
  error!: Record<string, unknown> | null;

  @Column('uuid')
  operationId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  startedAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
