import type { Provider, TemplateTree } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { JsonRequest } from '@svc/http';
import { InterpolationContext, interpolateBody, interpolateUrl } from '@svc/providers';
import { clientAssertion } from './client-assertion.js';
import { formOf } from './form-body.js';
import type { AuthSubject } from '../auth-subject.js';
import { TokenFailure } from './token-failure.js';

/** The app that asks for a token. */
export interface TokenClient {
  readonly id: string | undefined;
  readonly secret: string | undefined;
  /** PEM; proves the client where the definition says `private_key_jwt`. */
  readonly privateKey?: string | undefined;
  readonly certificate?: string | undefined;
}

/** Who asks, for whom. */
export interface TokenSubject extends AuthSubject {
  /** Values for `${credentials.x}`: what is stored, or what was just typed in. */
  readonly credentials?: Readonly<Record<string, unknown>>;
}

export interface TokenRequestParts {
  /** Template of the address. */
  readonly url: string | undefined;
  /** Parameters of the definition, which may hold placeholders. */
  readonly templates: Readonly<Record<string, TemplateTree>>;
  /** Values that go out as they are and win over those of the definition. */
  readonly literals: Readonly<Record<string, string>>;
  readonly client: TokenClient;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * Writes a token request as the definition wants it: address, parameters, body format, and where the client's id and
 * secret go (wire contract, section 6, "OAuth2 details").
 *
 * @throws TokenFailure `misconfigured` when an address or a value is missing.
 */
export async function writeTokenRequest(
  subject: TokenSubject,
  { url, templates, literals, client, tls }: TokenRequestParts,
): Promise<JsonRequest> {
  const { provider, integration, connectionConfig, credentials } = subject;
  if (url === undefined) throw new TokenFailure('misconfigured', `The provider ${provider.name} has no token address.`);
  const context = new InterpolationContext({
    connectionConfig,
    ...(credentials && { credentials }),
    integrationConfig: { ...integration.config, ...integration.custom },
    ...(client.id !== undefined && { clientId: client.id }),
    ...(client.secret !== undefined && { clientSecret: client.secret }),
  });
  const address = addressOf(url, provider, context);
  const proof = await proofOf(provider, client, address);
  const body = { ...interpolateBody(templates, context), ...literals, ...proof.params };
  const isJson = provider.body_format === 'json';
  return {
    method: 'POST',
    url: address,
    headers: {
      Accept: 'application/json',
      'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      ...proof.headers,
    },
    body: isJson ? JSON.stringify(body) : formOf(body),
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

interface ClientProof {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the client shows who it is: in the body unless the definition says otherwise. */
async function proofOf(provider: Provider, client: TokenClient, audience: string): Promise<ClientProof> {
  switch (provider.token_request_auth_method) {
    case 'custom':
      return {};
    case 'private_key_jwt':
      return { params: await clientAssertion({ ...client, clientId: client.id ?? '', audience }) };
    case 'basic':
      return { headers: { Authorization: basic(client) } };
    case undefined:
      return provider.authorization_method === 'header'
        ? { headers: { Authorization: basic(client) } }
        : { params: clientParams(client) };
  }
}

const clientParams = ({ id, secret }: TokenClient): Record<string, string> => ({
  ...(id && { client_id: id }),
  ...(secret && { client_secret: secret }),
});

const basic = ({ id = '', secret = '' }: TokenClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
