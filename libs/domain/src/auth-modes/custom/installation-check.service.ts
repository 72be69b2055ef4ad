import { Injectable } from '@nestjs/common';
import { interpolateHeaders, interpolateUrl } from '@svc/providers';
import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthSubject } from '../auth-subject.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { readTokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { tokenFailureOf } from '../tokens/token-failure.js';

const NOT_THEIRS: ReadonlySet<number> = new Set([401, 403, 404]);

/** Makes sure that an installation is one that the person may use: the id in the callback can be anyone's. */
@Injectable()
export class InstallationCheck {
  constructor(private readonly endpoint: TokenEndpoint) {}

  /**
   * @throws AuthorizationDenied when it is not theirs.
   * @throws TokenFailure when the provider cannot say.
   */
  async run(subject: AuthSubject, userToken: string, signal: AbortSignal): Promise<void> {
    const { provider } = subject;
    const { installation_check_url: template } = provider;
    if (template === undefined) return;
    const request = await asMisconfigured(() => {
      const context = credentialContext(subject);
      const headers = { accept: 'application/json', ...interpolateHeaders(provider.token_headers, context) };
      const url = interpolateUrl(template, context);
      return { method: 'GET', url, headers: { ...headers, authorization: `Bearer ${userToken}` } };
    });
    const answer = await this.endpoint.send(request, signal);
    if (answer.status >= 200 && answer.status < 300) return;
    if (NOT_THEIRS.has(answer.status))
      throw new AuthorizationDenied('foreign_installation', 'The person who signed in may not use this installation.');
    throw tokenFailureOf(answer, readTokenBody(answer), 'user');
  }
}
