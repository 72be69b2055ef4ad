import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import type { AuthSubject } from '../auth-subject.js';
import { missing } from '../oauth2/oauth2-client.js';
import { signJwt } from '../signing/signed-jwt.js';

/** GitHub takes none that lasts longer than ten minutes. */
const LIFE_MS = 10 * 60_000;

/** The provider's clock may be behind ours. */
const SKEW_MS = 60_000;

/** Signs as an app that people install: the proof for everything that is about the app itself. */
@Injectable()
export class AppJwts {
  /**
   * @throws AppError `missing_client_id`, `missing_client_secret`, `invalid_certificate_or_key_format`;
   *   `invalid_credentials` when the connection belongs to another app.
   */
  async sign(subject: Pick<AuthSubject, 'integration' | 'connectionConfig'>): Promise<string> {
    const { private_key: key } = subject.integration.credentials;
    const iss = appIdOf(subject);
    if (!key) throw missing(subject, 'missing_client_secret', 'private_key');
    const unsigned = { key, header: { alg: 'RS256', typ: 'JWT' }, payload: { iss }, lifeMs: LIFE_MS };
    const { token } = await signJwt(unsigned, Date.now() - SKEW_MS);
    return token;
  }
}

/** The integration's app; an import may name one that the integration does not. */
export function appIdOf({
  integration,
  connectionConfig,
}: Pick<AuthSubject, 'integration' | 'connectionConfig'>): string {
  const ours = integration.credentials['app_id'];
  const { app_id: theirs } = connectionConfig;
  if (ours && typeof theirs === 'string' && theirs !== '' && theirs !== ours)
    throw new AppError(
      'invalid_credentials',
      `The connection belongs to the app "${theirs}" and the integration "${integration.uniqueKey}" is the app "${ours}": use the integration of that app.`,
    );
  const id = ours || theirs;
  if (typeof id === 'string' && id !== '') return id;
  throw missing({ integration }, 'missing_client_id', 'app_id');
}
