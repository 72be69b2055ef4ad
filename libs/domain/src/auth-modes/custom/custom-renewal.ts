import { Injectable } from '@nestjs/common';
import type { Credentials, CredentialsOf } from '@svc/contracts';
import { InstallationTokens } from '../app/installation-tokens.service.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import { OAuth2Renewal } from '../oauth2/oauth2-renewal.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { customGrant } from './custom-grant.js';
import { userCredentialsOf } from './user-credentials.js';

/** One more token for the installation, and for the person when theirs would end before it. */
@Injectable()
export class CustomRenewal implements Renewal {
  /** The person's refresh token may be replaced at each use. */
  readonly isRepeatable = false;

  constructor(
    private readonly tokens: InstallationTokens,
    private readonly users: OAuth2Renewal,
  ) {}

  canRenew(credentials: Credentials): boolean {
    return credentials.type === 'CUSTOM';
  }

  /** The installation first: its request may be sent again, and nothing is lost when it fails. */
  async renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials> {
    const token = await this.tokens.ask(subject, signal);
    const held = userCredentialsOf(subject.credentials);
    const canRotate = held !== undefined && this.users.canRenew(held);
    if (!canRotate || !endsBefore(held, token.expiresAt))
      return { ...customGrant(token, held), connectionConfig: {}, isRotated: canRotate ? null : false };
    const renewed = await this.users.renew({ ...subject, credentials: held }, signal);
    const user = renewed.credentials.type === 'OAUTH2' ? renewed.credentials : held;
    return { ...renewed, ...customGrant(token, user) };
  }
}

const endsBefore = ({ expires_at: end }: CredentialsOf<'OAUTH2'>, moment: Date | null): boolean =>
  end !== undefined && (moment === null || new Date(end) <= moment);
