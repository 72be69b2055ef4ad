import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { FunctionEntity } from './function.entity.js';

/** What one deploy published for one function. Versions are kept for a while, so that a deploy can be rolled back. */
@Entity('function_versions')
@Index(['functionId', 'createdAt'])
@Index(['scriptHash'])
export class FunctionVersionEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => FunctionEntity)
  @Column('integer')
  functionId!: number;

  @Column('uuid')
  deploymentId!: string;

  /** The author's version text, for tracking only. */
  @Column('text', { nullable: true })
  version!: string | null;

  /** SHA-256 of the script, hexadecimal. */
  @Column('text')
  scriptHash!: string;

  /** TypeScript source as the author wrote it. */
  @Column('text')
  sourceCode!: string;

  /** Definition fields and JSON Schemas as described at compile time. */
  @Column('jsonb')
  definition!: Record<string, unknown>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
