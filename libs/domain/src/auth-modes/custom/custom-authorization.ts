import { Injectable } from '@nestjs/common';
import type { CredentialsOf } from '@svc/contracts';
import { appIdOf } from '../app/app-jwt.service.js';
import { installationOf, installationUrl } from '../app/installation.js';
import { InstallationTokens } from '../app/installation-tokens.service.js';
import type { AuthSubject } from '../auth-subject.js';
import { codeOf } from '../oauth2/callback-code.js';
import { captureFrom, captureFromQuery } from '../oauth2/captured-values.js';
import { clientOf, completeClientOf } from '../oauth2/oauth2-client.js';
import { toGrant } from '../oauth2/oauth2-grant.js';
import { ownCredentials } from '../oauth2/own-credentials.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { writeTokenRequest } from '../tokens/token-request.js';
import { customGrant } from './custom-grant.js';
import { InstallationCheck } from './installation-check.service.js';

/** A person installs the integration's app and authorizes it in one go: the callback brings an installation and a code. */
@Injectable()
export class CustomAuthorization implements RedirectAuthorization {
  constructor(
    private readonly tokens: InstallationTokens,
    private readonly check: InstallationCheck,
    private readonly endpoint: TokenEndpoint,
  ) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest): Promise<AuthorizationStart> {
    completeClientOf(subject, request.override);
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
    const installed = { ...subject, connectionConfig: { ...subject.connectionConfig, ...own } };
    const user = await this.authorizeUser(installed, callback, signal);
    await this.check.run(installed, user.access_token, signal);
    const token = await this.tokens.ask(installed, signal);
    const connectionConfig = {
      ...captureFrom(user.raw, provider.token_response_metadata),
      ...captureFromQuery(provider, callback.query),
      ...own,
    };
    return { kind: 'obtained', obtained: { ...customGrant(token, user), connectionConfig, isRotated: null } };
  }

  /** The code belongs to the installation, which was begun without a redirect address; PKCE has no place there. */
  private async authorizeUser(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<CredentialsOf<'OAUTH2'>> {
    const { provider } = subject;
    const request = await writeTokenRequest(subject, {
      url: tokenUrlOf(provider, 'OAUTH2'),
      templates: { grant_type: 'authorization_code', ...provider.token_params },
      literals: { code: codeOf(provider, callback) },
      client: clientOf(subject, callback.override),
    });
    const answer = await this.endpoint.ask({ request, owner: 'user', tokenPath: undefined, signal });
    return { ...toGrant(provider, answer).credentials, ...ownCredentials(callback.override) };
  }
}
