import { createHash } from 'node:crypto';
import { CodeExchange } from '../../auth-modes/oauth2/code-exchange.service.js';
import { OAuth2Authorization } from '../../auth-modes/oauth2/oauth2-authorization.js';
import { OAuth2Renewal } from '../../auth-modes/oauth2/oauth2-renewal.js';
import { APP, type Connected, type FlowSubject } from './flow-subject.js';
import { fillPlainly } from './plain-template.js';
import { answeredValues } from './sample-values.js';
import { checkTokenRequest, filledParams, REFRESH_TOKEN, TOKEN, tokenAnswer } from './token-requests.js';

export const REDIRECT_URI = 'https://gateway.test/oauth/callback';
export const STATE = 'the-state';
export const BEGIN = {
  state: STATE,
  redirectUri: REDIRECT_URI,
  userScopes: undefined,
  authorizationParams: {},
  override: {},
} as const;

const soon = (): AbortSignal => AbortSignal.timeout(10_000);

/** Takes an OAUTH2 definition through consent, code exchange and refresh. */
export async function walkOAuth2(flow: FlowSubject): Promise<Connected> {
  const { provider, subject, double, endpoint, findings } = flow;
  const authorization = new OAuth2Authorization(new CodeExchange(endpoint));
  const start = await authorization.begin(subject, BEGIN);
  const { verifier } = start.memory;
  checkAuthorizeUrl(flow, start.url, verifier && createHash('sha256').update(verifier).digest('base64url'));

  const fromQuery = answeredValues(provider, provider.redirect_uri_metadata);
  const fromToken = answeredValues(provider, provider.token_response_metadata);
  const codeName = provider.authorization_code_param_in_callback ?? 'code';
  const callback = {
    query: { ...fromQuery, [codeName]: 'THE-CODE', state: STATE },
    redirectUri: REDIRECT_URI,
    memory: start.memory,
    override: {},
  };
  double.answerWith({ body: tokenAnswer(provider, fromToken) });
  const outcome = await authorization.complete(subject, callback, soon());
  if (outcome.kind !== 'obtained') throw new Error('Nothing was obtained.');
  const values = flow.values({}, fromQuery);
  checkTokenRequest(flow, 'token', double.arrived[0], {
    url: typeof provider.token_url === 'string' ? provider.token_url : '',
    values,
    params: {
      grant_type: 'authorization_code',
      ...filledParams(provider.token_params, values),
      code: 'THE-CODE',
      redirect_uri: REDIRECT_URI,
      ...(verifier && { code_verifier: verifier }),
    },
  });
  const { credentials, connectionConfig: captured } = outcome.obtained;
  findings.equal('alternate_access_token_response_path', credentials['access_token'], TOKEN);
  findings.equal('token_response_metadata', captured, { ...fromToken, ...fromQuery });
  return await refresh(flow, { credentials, connectionConfig: { ...subject.connectionConfig, ...captured } });
}

function checkAuthorizeUrl(flow: FlowSubject, url: string, challenge: string | undefined): void {
  const { provider, findings } = flow;
  const values = flow.values();
  const expected = new URL(fillPlainly(provider.authorization_url ?? '', values) ?? 'missing:');
  const [address = '', query = ''] = url.split(/\?(?=[^?]*$)/);
  const scope = (provider.default_scopes ?? [])
    .map((text) => fillPlainly(text, values))
    .join(provider.scope_separator ?? ' ');
  // The gateway's spelling of the finished address is the definition's business where it replaces parts of it.
  if (provider.authorization_url_replacements) return;
  findings.equal('authorization_url', address.split('#')[0], `${expected.origin}${expected.pathname}`);
  findings.equal('authorization_params', Object.fromEntries(new URLSearchParams(query)), {
    ...Object.fromEntries(expected.searchParams),
    response_type: 'code',
    client_id: APP.client_id,
    ...(scope && { scope }),
    ...filledParams(provider.authorization_params, values),
    redirect_uri: REDIRECT_URI,
    state: STATE,
    ...(!provider.disable_pkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
  });
}

async function refresh(flow: FlowSubject, { credentials, connectionConfig }: Connected): Promise<Connected> {
  const { provider, double, endpoint, findings } = flow;
  const renewal = new OAuth2Renewal(endpoint);
  findings.that('token_url', renewal.canRenew(credentials), 'the refresh token of the answer was lost');
  const captured = answeredValues(provider, provider.refresh_token_response_metadata);
  double.answerWith({ body: tokenAnswer(provider, captured, 'THE-NEXT-TOKEN') });
  const renewed = await renewal.renew({ ...flow.subject, connectionConfig, credentials }, soon());
  const values = flow.values({}, connectionConfig);
  const params = provider.refresh_params ?? provider.token_params;
  checkTokenRequest(flow, 'refresh', double.arrived[0], {
    url: provider.refresh_url ?? (typeof provider.token_url === 'string' ? provider.token_url : ''),
    values,
    params: {
      ...filledParams(params, values),
      grant_type: filledParams(provider.refresh_params)['grant_type'] ?? 'refresh_token',
      refresh_token: REFRESH_TOKEN,
    },
  });
  findings.equal('refresh_url', renewed.credentials['access_token'], 'THE-NEXT-TOKEN');
  findings.equal('refresh_token_response_metadata', renewed.connectionConfig, captured);
  return { credentials: renewed.credentials, connectionConfig: { ...connectionConfig, ...renewed.connectionConfig } };
}
