import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { EnvironmentEntity } from './environment.entity.js';

/** A variable that functions of an environment may read. */
@Entity('environment_variables')
export class EnvironmentVariableEntity {
  @ForeignKey(() => EnvironmentEntity)
  @PrimaryColumn('integer')
  environmentId!: number;

  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  valueSealed!: string;
}
