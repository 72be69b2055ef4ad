import type { Provider, TemplateTree } from '@svc/contracts';
import { APP, type FlowSubject } from './flow-subject.js';
import { comparableUrl, fillPlainly, type PlainValues } from './plain-template.js';
import type { ArrivedRequest } from './provider-double.js';
import { objectWith } from './sample-values.js';

export const TOKEN = 'THE-TOKEN';
export const REFRESH_TOKEN = 'THE-REFRESH-TOKEN';

/** What a token endpoint answers that follows the definition. */
export function tokenAnswer(provider: Provider, captured: Readonly<Record<string, string>>, token = TOKEN): object {
  const path = provider.alternate_access_token_response_path ?? 'access_token';
  const beside = path.includes('.') ? path.slice(0, path.lastIndexOf('.') + 1) : '';
  const refresh = { [`${beside}refresh_token`]: REFRESH_TOKEN, [`${beside}expires_in`]: 3600 };
  return objectWith({ ...captured, [path]: token, ...refresh });
}

/** Parameters with their values, as forms show them. Undefined where one takes more than values. */
export function filledParams(
  params: Readonly<Record<string, TemplateTree>> = {},
  values: PlainValues = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const filled = fillPlainly(typeof value === 'string' ? value : JSON.stringify(value), values);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

export interface ExpectedRequest {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly values: PlainValues;
  /** Whose id and secret prove the client. */
  readonly client?: { readonly id: string; readonly secret: string };
}

/** Holds a token request against the definition: address, parameters, body format, where the client's secret went. */
export function checkTokenRequest(
  { provider, findings }: FlowSubject,
  prefix: string,
  request: ArrivedRequest | undefined,
  { url, params, values, client = { id: APP.client_id, secret: APP.client_secret } }: ExpectedRequest,
): void {
  if (!request) return findings.add(`${prefix}_url`, 'nothing was asked');
  findings.equal(`${prefix}_url`, comparableUrl(request.url), comparableUrl(fillPlainly(url, values)));
  findings.equal(`${prefix}_url`, request.method, 'POST');
  const isJson = provider.body_format === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  findings.equal('body_format', request.headers['content-type'], type);
  const { client_assertion: assertion, client_assertion_type: _, ...sent } = readBody(request.body, isJson);
  const proof = proofOf(provider, client);
  findings.equal(`${prefix}_params`, sent, { ...params, ...proof.params });
  findings.equal('token_request_auth_method', request.headers['authorization'], proof.header);
  const isSigned = provider.token_request_auth_method === 'private_key_jwt';
  findings.equal('token_request_auth_method', assertion?.split('.').length, isSigned ? 3 : undefined);
}

function readBody(body: string, isJson: boolean): Record<string, string> {
  if (!isJson) return Object.fromEntries(new URLSearchParams(body));
  const parsed: Record<string, unknown> = JSON.parse(body);
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function proofOf(provider: Provider, { id, secret }: { id: string; secret: string }) {
  const { token_request_auth_method: method, authorization_method: place } = provider;
  if (method === 'custom') return {};
  if (method === 'private_key_jwt') return { params: { client_id: id } };
  if (method === 'basic' || place === 'header')
    return { header: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  return { params: { client_id: id, client_secret: secret } };
}
