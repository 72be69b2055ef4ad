import { OAuth1Authorization } from '../../auth-modes/oauth1/oauth1-authorization.js';
import type { Connected, FlowSubject } from './flow-subject.js';
import { fillPlainly } from './plain-template.js';
import { answeredValues } from './sample-values.js';
import { filledParams, TOKEN } from './token-requests.js';
import { BEGIN, REDIRECT_URI, STATE } from './walk-oauth2.js';

const soon = (): AbortSignal => AbortSignal.timeout(10_000);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Takes an OAUTH1 definition through request token, consent and access token. */
export async function walkOAuth1(flow: FlowSubject): Promise<Connected> {
  const { provider, subject, double, endpoint, findings } = flow;
  const authorization = new OAuth1Authorization(endpoint);
  double.answerWith({
    body: 'oauth_token=REQUEST&oauth_token_secret=secret&oauth_callback_confirmed=true',
    headers: FORM,
  });
  const start = await authorization.begin(subject, BEGIN, soon());
  checkSigned(flow, 'request', provider.request_url, provider.request_http_method);
  const url = new URL(start.url);
  findings.equal(
    'authorization_url',
    `${url.origin}${url.pathname}`,
    fillPlainly(provider.authorization_url ?? '', flow.values())?.split('?')[0],
  );
  findings.equal('authorization_params', Object.fromEntries(url.searchParams), {
    ...filledParams(provider.authorization_params, flow.values()),
    oauth_token: 'REQUEST',
  });

  const captured = answeredValues(provider, provider.token_response_metadata);
  const body = new URLSearchParams({ oauth_token: TOKEN, oauth_token_secret: 'token-secret', ...captured });
  double.answerWith({ body: body.toString(), headers: FORM });
  const fromQuery = answeredValues(provider, provider.redirect_uri_metadata);
  const query = { ...fromQuery, oauth_token: 'REQUEST', oauth_verifier: 'THE-VERIFIER', state: STATE };
  const callback = { query, redirectUri: REDIRECT_URI, memory: start.memory, override: {} };
  const outcome = await authorization.complete(subject, callback, soon());
  if (outcome.kind !== 'obtained') throw new Error('Nothing was obtained.');
  const { token_url: tokenUrl } = provider;
  checkSigned(flow, 'token', typeof tokenUrl === 'string' ? tokenUrl : '', provider.token_http_method);
  const { credentials, connectionConfig } = outcome.obtained;
  findings.equal('token_url', credentials['oauth_token'], TOKEN);
  findings.equal('token_response_metadata', connectionConfig, { ...captured, ...fromQuery });
  return { credentials, connectionConfig: { ...subject.connectionConfig, ...connectionConfig } };
}

function checkSigned({ provider, double, findings }: FlowSubject, prefix: string, url = '', method = 'POST'): void {
  const [request] = double.arrived;
  findings.equal(`${prefix}_url`, request?.url.split('?')[0], url.split('?')[0]);
  findings.equal(`${prefix}_http_method`, request?.method, method);
  const header = String(request?.headers['authorization'] ?? '');
  const name = provider.signature_method ?? 'HMAC-SHA1';
  findings.that('signature_method', header.includes(`oauth_signature_method="${name}"`), `is signed by ${header}`);
}
