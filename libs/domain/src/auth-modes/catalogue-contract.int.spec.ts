import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUTH_MODES, type AuthMode, type Pagination, type Provider } from '@svc/contracts';
import { compileCatalogue, ProviderCatalogue } from '@svc/providers';
import { fileURLToPath } from 'node:url';
import { paginate } from '../../../../apps/runner/src/isolate/helpers/paginate.js';
import { FlowSubject, type Connected } from '../testing/catalogue/flow-subject.js';
import { ProviderDouble } from '../testing/catalogue/provider-double.js';
import { TOKEN } from '../testing/catalogue/token-requests.js';
import { walkApps } from '../testing/catalogue/walk-apps.js';
import { WalkCalls, type Paginate } from '../testing/catalogue/walk-calls.js';
import { walkOAuth1 } from '../testing/catalogue/walk-oauth1.js';
import { walkOAuth2 } from '../testing/catalogue/walk-oauth2.js';
import { walkTypedIn } from '../testing/catalogue/walk-typed-in.js';

const logger = { info: () => undefined, error: () => undefined };

/** Modes whose first half is discovered at the server or happens at the person's own site; tried against the fake provider. */
const given =
  (credentials: Connected['credentials']) =>
  async (flow: FlowSubject): Promise<Connected> => ({
    credentials,
    connectionConfig: flow.subject.connectionConfig,
  });

const mcp = given({ type: 'OAUTH2', access_token: TOKEN, raw: {} });

const WALKS: Readonly<Partial<Record<AuthMode, (flow: FlowSubject) => Promise<Connected>>>> = {
  OAUTH2: walkOAuth2,
  OAUTH1: walkOAuth1,
  APP: walkApps,
  CUSTOM: walkApps,
  MCP_OAUTH2: mcp,
  MCP_OAUTH2_GENERIC: mcp,
  INSTALL_PLUGIN: given({ type: 'BASIC', username: 'ada', password: 'application-password' }),
};

const pages: Paginate = (request, pagination: Pagination) =>
  paginate(request as never, { endpoint: '/things', method: 'GET' } as never, pagination as never);

/** Everything about a definition that does not come out as it says. */
async function walk(provider: Provider, double: ProviderDouble): Promise<readonly string[]> {
  const flow = new FlowSubject(provider, double);
  let step = 'flow';
  try {
    const connected = await (WALKS[provider.auth_mode] ?? walkTypedIn)(flow);
    const calls = new WalkCalls(flow, connected);
    step = 'proxy';
    await calls.call();
    step = 'proxy.paginate';
    await calls.pages(pages);
    step = 'proxy.verification';
    await calls.verification();
  } catch (error) {
    flow.findings.add(step, String(error));
  }
  return flow.findings.all;
}

describe('every definition, taken through its flow against one server that stands for all of them', () => {
  let double: ProviderDouble;
  let providers: readonly Provider[];

  beforeAll(async () => {
    double = await ProviderDouble.start();
    const compiled = await compileCatalogue(fileURLToPath(new URL('../../../providers', import.meta.url)));
    const builtin = { ...compiled, templates: {} };
    providers = (await ProviderCatalogue.open({ publicUrl: 'http://gateway.test', logger, builtin })).list();
  });

  afterAll(() => double.stop());

  it.each(AUTH_MODES)(
    '%s',
    async (mode) => {
      const ofMode = providers.filter(({ auth_mode }) => auth_mode === mode);
      expect(ofMode.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const provider of ofMode) wrong.push(...(await walk(provider, double)));
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('names provider and field of what does not come out as the definition says', async () => {
    const liar: Provider = {
      name: 'liar',
      display_name: 'Liar',
      docs: 'https://liar.test',
      auth_mode: 'API_KEY',
      logo_url: '',
      proxy: {
        base_url: 'https://api.liar.test',
        headers: { 'x-key': '${connectionConfig.nothing}' },
        paginate: {
          type: 'offset',
          offset_name_in_request: 'offset',
          offset_start_value: 0,
          offset_calculation_method: 'per-page',
          response_path: 'a',
        },
        verification: { method: 'GET', endpoints: ['/${apiKey}/me'] },
      },
    };
    expect(await walk(liar, double)).toEqual([
      expect.stringMatching(/^liar: proxy.headers: the credential is nowhere/),
      expect.stringMatching(/^liar: proxy.headers: the credential is nowhere/),
    ]);
  });
});
