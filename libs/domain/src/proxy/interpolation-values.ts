import type { Provider } from '@svc/contracts';
import {
  InterpolationContext,
  interpolateQuery,
  RequestParts,
  type InterpolationValues,
  type RequestPartsInput,
} from '@svc/providers';
import type { ProxyTarget } from './proxy-target.js';

/** Values for the provider's templates, the ones that only the proxy sees included. */
export function interpolationContext(target: ProxyTarget): InterpolationContext {
  const values = baseValues(target);
  const own = target.provider.proxy?.connection_config;
  if (!own) return new InterpolationContext(values);
  const filled = interpolateQuery(own, new InterpolationContext(values));
  return new InterpolationContext({ ...values, connectionConfig: { ...values.connectionConfig, ...filled } });
}

/** The same, with the parts of the request that is being made; OAuth 2 modes have none (wire contract, section 19). */
export function withRequestParts(
  context: InterpolationContext,
  provider: Provider,
  input: RequestPartsInput,
): InterpolationContext {
  if (provider.auth_mode === 'OAUTH2') return context;
  return new InterpolationContext({ ...context.values, request: new RequestParts(input) }, () => context.now);
}

function baseValues({ integration, connection }: ProxyTarget): InterpolationValues {
  const { client_id: clientId, client_secret: clientSecret } = integration.credentials;
  return {
    connectionConfig: connection.connectionConfig,
    credentials: connection.credentials,
    integrationConfig: integration.config,
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}
