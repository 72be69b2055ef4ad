import { Entity, PrimaryColumn } from 'typeorm';

/** A record that was saved unchanged while deletions were tracked. Logged: it must survive a crash. */
@Entity('record_seen')
export class RecordSeenEntity {
  @PrimaryColumn('integer')
  streamId!: number;

  @PrimaryColumn('integer')
  trackingNo!: number;

  @PrimaryColumn('text')
  externalId!: string;
}
