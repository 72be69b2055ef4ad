import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Calls of one account in one minute, summed over all processes (D17). */
@Entity('rate_limit_windows')
export class RateLimitWindowEntity {
  @PrimaryColumn('text')
  bucket!: string;

  /** Start of the window, unix seconds. */
  @PrimaryColumn('integer')
  windowStart!: number;

  @Column('integer')
  count!: number;
}
