import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A tarball that somebody installed from this gateway: lockfiles name it, also when a later build serves another one. */
@Entity('installed_packages')
@Index(['name', 'createdAt'])
export class InstalledPackageEntity {
  /** `svc-cli-0.1.0-b3f29c01ad.tgz`. */
  @PrimaryColumn('text')
  file!: string;

  /** `@svc/cli`. */
  @Column('text')
  name!: string;

  /** Subresource integrity, as npm writes it into lock files. */
  @Column('text')
  integrity!: string;

  @Column('bytea')
  content!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
