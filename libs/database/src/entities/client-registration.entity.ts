import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { IntegrationEntity } from './integration.entity.js';

/** The client that an authorization server gave an integration at its own request (RFC 7591). */
@Entity('client_registrations')
export class ClientRegistrationEntity {
  @ForeignKey(() => IntegrationEntity)
  @PrimaryColumn('integer')
  integrationId!: number;

  /** SHA-256 of where and as what it was registered: another redirect address needs another registration. */
  @PrimaryColumn('text')
  registrationKey!: string;

  /** Sealed JSON: id, secret and how the client proves itself. */
  @Column('text')
  clientSealed!: string;

  /** When the server forgets the secret; null for never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** When the server last showed that it knows the client. */
  @Column('timestamptz', { default: () => 'now()' })
  knownAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
