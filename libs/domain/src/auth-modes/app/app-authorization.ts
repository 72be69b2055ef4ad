import { Injectable } from '@nestjs/common';
import type { AuthSubject } from '../auth-subject.js';
import { captureFrom, captureFromQuery } from '../oauth2/captured-values.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { appGrant } from './app-grant.js';
import { appIdOf } from './app-jwt.service.js';
import { installationOf, installationUrl } from './installation.js';
import { InstallationTokens } from './installation-tokens.service.js';

/**
 * A person installs the integration's app. The callback's word is all there is about whose installation it is: state and
 * cookie tell that this browser began, not that its person may use what `installation_id` names. Where accounts of different
 * people must be told apart, a CUSTOM provider is the better choice: it asks the person too.
 */
@Injectable()
export class AppAuthorization implements RedirectAuthorization {
  constructor(private readonly tokens: InstallationTokens) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest): Promise<AuthorizationStart> {
    return { url: installationUrl(subject, request), memory: {} };
  }

  async complete(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<AuthorizationOutcome> {
    const { provider } = subject;
    const installation = installationOf(callback);
    if (installation.kind === 'pending') return installation;
    const own = { app_id: appIdOf(subject), installation_id: installation.id };
    const connectionConfig = { ...subject.connectionConfig, ...own };
    const token = await this.tokens.ask({ ...subject, connectionConfig }, signal);
    const captured = {
      ...captureFrom(token.body, provider.token_response_metadata),
      ...captureFromQuery(provider, callback.query),
    };
    return { kind: 'obtained', obtained: { ...appGrant(token), connectionConfig: { ...captured, ...own } } };
  }
}
