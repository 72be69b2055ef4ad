import type { Provider, TemplateTree } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { JsonRequest } from '@svc/http';
import { InterpolationContext, interpolateBody, interpolateUrl } from '@svc/providers';
import type { RenewalSubject } from './renewal-strategy.js';
import { TokenFailure } from './token-failure.js';

/** The app that asks for a token. */
export interface TokenClient {
  readonly id: string | undefined;
  readonly secret: string | undefined;
}

export interface TokenRequestParts {
  /** Template of the address. */
  readonly url: string | undefined;
  /** Parameters beside the client's own; those of the definition may hold placeholders. */
  readonly params: Readonly<Record<string, TemplateTree>>;
  readonly client: TokenClient;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * Writes a token request as the definition wants it: address, parameters, body format, and where the client's id and
 * secret go (wire contract, section 6, "OAuth2 details").
 *
 * @throws TokenFailure `misconfigured` when an address or a value is missing.
 */
export function writeTokenRequest(
  subject: RenewalSubject,
  { url, params, client, tls }: TokenRequestParts,
): JsonRequest {
  const { provider, integration, connectionConfig, credentials } = subject;
  if (url === undefined) throw new TokenFailure('misconfigured', `The provider ${provider.name} has no token address.`);
  const context = new InterpolationContext({
    connectionConfig,
    credentials,
    integrationConfig: integration.config,
    ...(client.id !== undefined && { clientId: client.id }),
    ...(client.secret !== undefined && { clientSecret: client.secret }),
  });
  const place = placeOf(provider);
  const body = { ...interpolateBody(params, context), ...(place === 'body' && clientParams(client)) };
  return {
    method: 'POST',
    url: addressOf(url, provider, context),
    headers: {
      Accept: 'application/json',
      'Content-Type': provider.body_format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(place === 'header' && { Authorization: basic(client) }),
    },
    body: provider.body_format === 'json' ? JSON.stringify(body) : formOf(body),
    tls,
  };
}

function addressOf(url: string, provider: Provider, context: InterpolationContext): string {
  try {
    return interpolateUrl(url, context, { skipEncode: provider.token_url_skip_encode?.includes('base_url') ?? false });
  } catch (error) {
    if (error instanceof AppError) throw new TokenFailure('misconfigured', error.message, undefined, { cause: error });
    throw error;
  }
}

/** `custom` leaves the client to the definition's own parameters. */
function placeOf({ authorization_method, token_request_auth_method }: Provider): 'header' | 'body' | 'params' {
  if (token_request_auth_method === 'custom') return 'params';
  return authorization_method === 'header' || token_request_auth_method === 'basic' ? 'header' : 'body';
}

const clientParams = ({ id, secret }: TokenClient): Record<string, string> => ({
  ...(id && { client_id: id }),
  ...(secret && { client_secret: secret }),
});

const basic = ({ id = '', secret = '' }: TokenClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

function formOf(body: Readonly<Record<string, TemplateTree>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form.toString();
}
