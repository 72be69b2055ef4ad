import { AppAuthorization } from '../../auth-modes/app/app-authorization.js';
import { AppJwts } from '../../auth-modes/app/app-jwt.service.js';
import { InstallationTokens } from '../../auth-modes/app/installation-tokens.service.js';
import { CustomAuthorization } from '../../auth-modes/custom/custom-authorization.js';
import { InstallationCheck } from '../../auth-modes/custom/installation-check.service.js';
import { tokenUrlOf } from '../../auth-modes/oauth2/token-url.js';
import { APP, type Connected, type FlowSubject } from './flow-subject.js';
import { fillPlainly } from './plain-template.js';
import { TOKEN } from './token-requests.js';
import { BEGIN, REDIRECT_URI, STATE } from './walk-oauth2.js';

const soon = (): AbortSignal => AbortSignal.timeout(10_000);

/** Installs an app (APP), and authorizes the person in the same go (CUSTOM). */
export async function walkApps(flow: FlowSubject): Promise<Connected> {
  const { provider, subject, double, endpoint, findings } = flow;
  const tokens = new InstallationTokens(new AppJwts(), endpoint);
  const isCustom = provider.auth_mode === 'CUSTOM';
  const authorization = isCustom
    ? new CustomAuthorization(tokens, new InstallationCheck(endpoint), endpoint)
    : new AppAuthorization(tokens);
  const start = await authorization.begin(subject, BEGIN);
  findings.that('authorization_url', start.url.startsWith(APP.app_link), `sends browsers to ${start.url}`);
  const query = { installation_id: '7', setup_action: 'install', state: STATE, ...(isCustom && { code: 'THE-CODE' }) };
  const installed = { body: { token: TOKEN, expires_at: '2099-01-01T00:00:00Z' } };
  double.answerWith(...(isCustom ? [{ body: { access_token: 'USER-TOKEN' } }, {}, installed] : [installed]));
  const callback = { query, redirectUri: REDIRECT_URI, memory: start.memory, override: {} };
  const outcome = await authorization.complete(subject, callback, soon());
  if (outcome.kind !== 'obtained') throw new Error('Nothing was obtained.');
  const { credentials, connectionConfig } = outcome.obtained;
  const values = flow.values({}, connectionConfig);
  const last = double.arrived.at(-1);
  findings.equal('token_url', last?.url, fillPlainly(tokenUrlOf(provider, 'APP') ?? '', values));
  findings.that('token_headers', /^Bearer .+\..+\..+/.test(String(last?.headers['authorization'])), 'carry no JWT');
  if (isCustom)
    findings.equal(
      'token_url.OAUTH2',
      double.arrived[0]?.url,
      fillPlainly(tokenUrlOf(provider, 'OAUTH2') ?? '', values),
    );
  return { credentials, connectionConfig: { ...subject.connectionConfig, ...connectionConfig } };
}
