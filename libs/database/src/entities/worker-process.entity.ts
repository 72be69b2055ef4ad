import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A worker process that is alive. One whose heartbeat stops is dead, and others take over its slices. */
@Entity('worker_processes')
export class WorkerProcessEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  heartbeatAt!: Date;
}
