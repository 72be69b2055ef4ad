import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DeployEntity } from './deploy.entity.js';
import { FunctionEntity } from './function.entity.js';

/** Which version of a function a deploy replaced by which. */
@Entity('deploy_changes')
@Index(['functionId'])
export class DeployChangeEntity {
  @ForeignKey(() => DeployEntity, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  deployId!: string;

  @ForeignKey(() => FunctionEntity)
  @PrimaryColumn('integer')
  functionId!: number;

  /** Null when the function was not there. The version itself may be gone by now. */
  @Column('uuid', { nullable: true })
  fromVersionId!: string | null;

  /** Null when the function was deleted. */
  @Column('uuid', { nullable: true })
  toVersionId!: string | null;
}
