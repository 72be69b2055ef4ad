import type { Queryable } from '../database.js';
import type { ClientRegistrationEntity } from '../entities/client-registration.entity.js';

/** What a registration is found by. */
export type ClientRegistrationKey = Readonly<Pick<ClientRegistrationEntity, 'integrationId' | 'registrationKey'>>;

/** A registration that was made. */
export type NewClientRegistration = ClientRegistrationKey &
  Readonly<Pick<ClientRegistrationEntity, 'clientSealed' | 'expiresAt'>>;

/** A registration that was made before. */
export interface KnownClientRegistration {
  readonly clientSealed: string;
  /** Since the server last showed that it knows the client. */
  readonly unseenMs: number;
}

/** Clients that authorization servers gave to integrations. */
export class ClientRegistrationRepository {
  constructor(private readonly database: Queryable) {}

  /** Undefined also when its secret ends within `marginMs`. */
  async find(
    { integrationId, registrationKey }: ClientRegistrationKey,
    marginMs: number,
  ): Promise<KnownClientRegistration | undefined> {
    const { rows } = await this.database.query<KnownClientRegistration>(
      `SELECT client_sealed AS "clientSealed",
              (extract(epoch FROM clock_timestamp() - known_at) * 1000)::float8 AS "unseenMs"
         FROM client_registrations
        WHERE integration_id = $1 AND registration_key = $2
          AND (expires_at IS NULL OR expires_at > now() + $3 * interval '1 ms')`,
      [integrationId, registrationKey, marginMs],
    );
    return rows[0];
  }

  /** Keeps a registration, in the place of one that has ended. False when another process was faster. */
  async save(registration: NewClientRegistration, marginMs: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `INSERT INTO client_registrations AS r (integration_id, registration_key, client_sealed, expires_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (integration_id, registration_key) DO UPDATE
          SET client_sealed = EXCLUDED.client_sealed, expires_at = EXCLUDED.expires_at, created_at = now(), known_at = now()
        WHERE r.expires_at <= now() + $5 * interval '1 ms'`,
      [
        registration.integrationId,
        registration.registrationKey,
        registration.clientSealed,
        registration.expiresAt,
        marginMs,
      ],
    );
    return rowCount === 1;
  }

  /** The server has just shown that it knows the client. */
  async seen({ integrationId, registrationKey }: ClientRegistrationKey): Promise<void> {
    await this.database.query(
      'UPDATE client_registrations SET known_at = now() WHERE integration_id = $1 AND registration_key = $2',
      [integrationId, registrationKey],
    );
  }

  /** Forgets a client that its server does not know any more. */
  async delete({ integrationId, registrationKey }: ClientRegistrationKey): Promise<void> {
    await this.database.query('DELETE FROM client_registrations WHERE integration_id = $1 AND registration_key = $2', [
      integrationId,
      registrationKey,
    ]);
  }
}
