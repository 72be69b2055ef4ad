import type { AuthMode } from '@svc/contracts';
import { AwsSigV4Strategy } from '../../auth-modes/aws-sigv4/aws-sigv4.strategy.js';
import type { AuthStrategy } from '../../auth-modes/auth-strategy.js';
import { BillStrategy } from '../../auth-modes/bill/bill.strategy.js';
import { JwtStrategy } from '../../auth-modes/jwt/jwt.strategy.js';
import { OAuth2ClientCredentialsRenewal } from '../../auth-modes/oauth2-client-credentials/oauth2-client-credentials-renewal.js';
import { OAuth2ClientCredentialsStrategy } from '../../auth-modes/oauth2-client-credentials/oauth2-client-credentials.strategy.js';
import { SignatureStrategy } from '../../auth-modes/signature/signature.strategy.js';
import { ApiKeyStrategy } from '../../auth-modes/static/api-key.strategy.js';
import { BasicStrategy } from '../../auth-modes/static/basic.strategy.js';
import { TokenBasedStrategy } from '../../auth-modes/static/token-based.strategy.js';
import { UnauthenticatedStrategy } from '../../auth-modes/static/unauthenticated.strategy.js';
import type { TokenEndpoint } from '../../auth-modes/tokens/token-endpoint.service.js';
import { TwoStepExchange } from '../../auth-modes/two-step/two-step-exchange.service.js';
import { TwoStepStrategy } from '../../auth-modes/two-step/two-step.strategy.js';
import type { Connected, FlowSubject } from './flow-subject.js';
import { loginAnswers } from './login-answers.js';
import { fillPlainly } from './plain-template.js';
import { answeredValues, typedIn, usedOnce } from './sample-values.js';
import { checkTokenRequest, filledParams } from './token-requests.js';

const STRATEGIES: Readonly<Partial<Record<AuthMode, (endpoint: TokenEndpoint) => AuthStrategy>>> = {
  API_KEY: () => new ApiKeyStrategy(),
  BASIC: () => new BasicStrategy(),
  TBA: () => new TokenBasedStrategy(),
  NONE: () => new UnauthenticatedStrategy(),
  JWT: () => new JwtStrategy(),
  SIGNATURE: () => new SignatureStrategy(),
  BILL: (endpoint) => new BillStrategy(endpoint),
  AWS_SIGV4: (endpoint) => new AwsSigV4Strategy(endpoint),
  TWO_STEP: (endpoint) => new TwoStepStrategy(new TwoStepExchange(endpoint)),
  OAUTH2_CC: (endpoint) => new OAuth2ClientCredentialsStrategy(new OAuth2ClientCredentialsRenewal(endpoint)),
};

const soon = (): AbortSignal => AbortSignal.timeout(10_000);

/** Types in what the definition asks for, and renews what came of it. */
export async function walkTypedIn(flow: FlowSubject): Promise<Connected> {
  const { provider, subject, double, endpoint, findings } = flow;
  const strategy = STRATEGIES[provider.auth_mode]?.(endpoint);
  if (!strategy?.direct) throw new Error(`There is no flow for ${provider.auth_mode}.`);
  const input = { ...typedIn(provider), ...(provider.assertion_option && { assertion_option: usedOnce(provider) }) };
  const captured = answeredValues(provider, provider.token_response_metadata);
  const answers = loginAnswers(provider, captured);
  double.answerWith(...answers);
  const obtained = await strategy.direct.obtain(subject, input, soon());
  findings.equal('token_url', double.arrived.length, answers.length);
  checkLogin(flow, input);
  const expected = answers.length > 0 ? captured : {};
  findings.equal(
    'token_response_metadata',
    { ...expected, ...obtained.connectionConfig },
    {
      ...obtained.connectionConfig,
      ...expected,
    },
  );
  const connectionConfig = { ...subject.connectionConfig, ...captured, ...obtained.connectionConfig };
  const connected = { credentials: obtained.credentials, connectionConfig };
  if (!strategy.renewal?.canRenew(obtained.credentials)) return connected;
  double.answerWith(...loginAnswers(provider, captured, { isRefresh: true }));
  const renewed = await strategy.renewal.renew({ ...subject, ...connected }, soon());
  findings.equal('refresh_url', renewed.credentials.type, provider.auth_mode);
  return { credentials: renewed.credentials, connectionConfig };
}

/** Holds the requests that logged in against the definition. */
function checkLogin(flow: FlowSubject, input: Readonly<Record<string, unknown>>): void {
  const { provider, double, findings } = flow;
  const [first] = double.arrived;
  if (!first || typeof provider.token_url !== 'string') return;
  const values = flow.values(input);
  if (provider.auth_mode === 'OAUTH2_CC') {
    const scope = provider.default_scopes?.join(provider.scope_separator ?? ' ');
    const named: Record<string, string> = provider.token_params?.['scope'] === undefined && scope ? { scope } : {};
    checkTokenRequest(flow, 'token', first, {
      url: provider.token_url,
      values,
      params: { grant_type: 'client_credentials', ...filledParams(provider.token_params, values), ...named },
      client: { id: String(input['client_id'] ?? ''), secret: String(input['client_secret'] ?? '') },
    });
    return;
  }
  if (provider.auth_mode !== 'TWO_STEP') return;
  const steps = [provider, ...(provider.additional_steps ?? [])];
  for (const [index, step] of steps.entries()) {
    const request = double.arrived[index];
    const url = typeof step.token_url === 'string' ? fillPlainly(step.token_url, values) : undefined;
    findings.equal('token_request_method', request?.method, step.token_request_method ?? 'POST');
    if (url !== undefined) findings.equal('token_url', request?.url.split('?')[0], url.split('?')[0]);
    for (const [name, template] of Object.entries(step.token_headers ?? {})) {
      const value = fillPlainly(template, values);
      if (value !== undefined) findings.equal(`token_headers.${name}`, request?.headers[name], value);
    }
    const sent = `${request?.url} ${request?.body}`;
    findings.that('token_params', !sent.includes('${'), `a placeholder went out: ${sent}`);
    for (const [name, value] of Object.entries(filledParams(step.token_params, values)))
      if (!/[^\w.-]/.test(value)) findings.that(`token_params.${name}`, sent.includes(value), `is not sent: ${sent}`);
  }
}
