import type { AuthSubject } from './auth-subject.js';
import type { ObtainedCredentials } from './obtained-credentials.js';

/** What a person typed in: the body of the route, parsed by its schema. */
export type DirectInput = Readonly<Record<string, unknown>>;

/** An authorization by credentials that a person types in. */
export interface DirectAuthorization {
  /**
   * Turns what was typed in into credentials: as it is, or by asking the provider for a token.
   *
   * @throws TokenFailure when the provider refuses it or cannot be asked.
   * @throws AppError `invalid_body` with every problem, by the definition's fields.
   */
  obtain(subject: AuthSubject, input: DirectInput, signal: AbortSignal): Promise<ObtainedCredentials>;
}
