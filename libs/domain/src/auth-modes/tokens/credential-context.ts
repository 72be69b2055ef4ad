import { InterpolationContext, type InterpolationValues } from '@svc/providers';
import type { TokenSubject } from './token-request.js';

/** What the templates of a definition may refer to when a token is asked for or signed. */
export function credentialContext(
  { integration, connectionConfig, credentials }: TokenSubject,
  more: InterpolationValues = {},
): InterpolationContext {
  const { client_id: clientId, client_secret: clientSecret } = integration.credentials;
  return new InterpolationContext({
    connectionConfig,
    ...(credentials && { credentials }),
    integrationConfig: { ...integration.config, ...integration.custom },
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...more,
  });
}
