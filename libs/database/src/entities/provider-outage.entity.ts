import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Refreshes of one integration that fail at one token host, one connection after the other. Gone with the first that works.
 * Per integration: what a provider limits is mostly one app, and nobody can close a host for somebody else.
 */
@Entity('provider_outages')
export class ProviderOutageEntity {
  @PrimaryColumn('integer')
  integrationId!: number;

  /** Host, with its port where it is an unusual one. */
  @PrimaryColumn('text')
  host!: string;

  /** Different connections that failed within the window, as many as it takes. */
  @Column('integer', { array: true })
  failedConnectionIds!: number[];

  @Column('timestamptz')
  windowBeganAt!: Date;

  /** Null while there are too few failures to tell. */
  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  /** While it is open, one refresh tries after this; whoever moves it on is that one. */
  @Column('timestamptz')
  nextProbeAt!: Date;

  @Column('integer', { default: 0 })
  probes!: number;

  /** `throttled` or `provider_down`. */
  @Column('text')
  reason!: string;
}
