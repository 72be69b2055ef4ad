import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A compiled function, stored once per environment by its hash. */
@Entity('scripts')
export class ScriptEntity {
  @ForeignKey(() => EnvironmentEntity)
  @PrimaryColumn('integer')
  environmentId!: number;

  /** SHA-256, hexadecimal, of the code, or of the code, a NUL and its source map. */
  @PrimaryColumn('text')
  hash!: string;

  @Column('text')
  code!: string;

  @Column('text', { nullable: true })
  sourceMap!: string | null;

  /** When a deploy published it last: what was stored a moment ago is not taken away, though no version of it may be seen yet. */
  @Column('timestamptz', { default: () => 'now()' })
  storedAt!: Date;
}
