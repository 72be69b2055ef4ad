import { Injectable } from '@nestjs/common';
import type { CredentialsOf, Provider } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { NetworkError, OutboundClient, requestJson, type JsonAnswer, type JsonRequest } from '@svc/http';
import { InterpolationContext, interpolateBody, interpolateUrl } from '@svc/providers';
import type { RenewalSubject } from '../renewal.js';
import type { Revocation } from '../revocation.js';
import { formOf } from '../tokens/form-body.js';
import { readTokenBody } from '../tokens/token-answer.js';
import { TokenFailure, tokenFailureOf } from '../tokens/token-failure.js';
import { clientOf } from './oauth2-client.js';

type RevokedToken = 'access_token' | 'refresh_token';
type OAuth2Credentials = CredentialsOf<'OAUTH2'>;

/** Answers for a token that nobody knows any more. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** OAuth 2: ends a token, and with most providers the authorization that it came from (RFC 7009). */
@Injectable()
export class OAuth2Revocation implements Revocation {
  constructor(private readonly client: OutboundClient) {}

  canRevoke({ provider, credentials }: RenewalSubject): boolean {
    return (
      provider.revocation_url !== undefined &&
      credentials.type === 'OAUTH2' &&
      Boolean(credentials[tokenNameOf(provider, credentials)])
    );
  }

  async revoke(subject: RenewalSubject, signal: AbortSignal): Promise<void> {
    const answer = await this.send({ ...write(subject), signal });
    const body = readTokenBody(answer);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    // Slack refuses with status 200.
    if ((isSuccess && body?.['error'] === undefined) || GONE.has(answer.status)) return;
    const failure = tokenFailureOf(answer, body, 'user');
    if (failure.kind !== 'auth_dead') throw new TokenFailure(failure.kind, wordsOf(answer), failure.answer);
  }

  private async send(request: JsonRequest): Promise<JsonAnswer> {
    try {
      return await requestJson(this.client, request);
    } catch (error) {
      if (error instanceof NetworkError) {
        const message = `The provider did not answer: ${error.code}.`;
        throw new TokenFailure('provider_down', message, undefined, { cause: error });
      }
      throw asMisconfigured(error);
    }
  }
}

const wordsOf = ({ status }: JsonAnswer): string =>
  `The provider answered ${status} and did not end the authorization.`;

const asMisconfigured = (error: unknown): unknown =>
  error instanceof AppError ? new TokenFailure('misconfigured', error.message, undefined, { cause: error }) : error;

const tokenNameOf = ({ revocation_token }: Provider, { refresh_token }: OAuth2Credentials): RevokedToken =>
  revocation_token ?? (refresh_token ? 'refresh_token' : 'access_token');

/** @throws TokenFailure `misconfigured` when the address lacks a value. */
function write(subject: RenewalSubject): JsonRequest {
  const { provider, integration, connectionConfig, credentials } = subject;
  if (credentials.type !== 'OAUTH2' || provider.revocation_url === undefined)
    throw new TokenFailure('misconfigured', `The provider ${provider.name} has no way to end an authorization.`);
  const { id = '', secret = '' } = clientOf(subject, credentials.config_override);
  const context = new InterpolationContext({
    connectionConfig,
    credentials,
    integrationConfig: { ...integration.config, ...integration.custom },
    clientId: id,
    clientSecret: secret,
  });
  const name = tokenNameOf(provider, credentials);
  const token = credentials[name] ?? '';
  const proof = proofOf(provider, { id, secret, accessToken: credentials.access_token });
  const params = provider.revocation_params
    ? interpolateBody(provider.revocation_params, context)
    : { token, token_type_hint: name };
  const isJson = provider.revocation_body_format === 'json';
  const body = { ...params, ...proof.params };
  return {
    method: provider.revocation_method ?? 'POST',
    url: addressOf(provider.revocation_url, context),
    headers: {
      Accept: 'application/json',
      ...(Object.keys(body).length > 0 && {
        'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
      ...proof.headers,
    },
    ...(Object.keys(body).length > 0 && { body: isJson ? JSON.stringify(body) : formOf(body) }),
  };
}

function addressOf(template: string, context: InterpolationContext): string {
  try {
    return interpolateUrl(template, context);
  } catch (error) {
    throw asMisconfigured(error);
  }
}

interface Asker {
  readonly id: string;
  readonly secret: string;
  readonly accessToken: string;
}

interface Proof {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function proofOf(provider: Provider, { id, secret, accessToken }: Asker): Proof {
  const basic = { headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` } };
  switch (provider.revocation_auth) {
    case 'none':
      return {};
    case 'bearer':
      return { headers: { Authorization: `Bearer ${accessToken}` } };
    case 'basic':
      return basic;
    default: {
      const inHeader = provider.authorization_method === 'header' || provider.token_request_auth_method === 'basic';
      return inHeader ? basic : { params: { client_id: id, client_secret: secret } };
    }
  }
}
