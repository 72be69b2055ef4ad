import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { MARKUP } from './support/connect-providers.js';
import { startConnectSite } from './support/connect-site.js';
import { ConnectUnderTest, windowOpenedBy, type OpenPage } from './support/connect-under-test.js';

const SETUP_TIMEOUT_MS = 240_000;
const TEST_TIMEOUT_MS = 90_000;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Nothing is wider than the screen. */
const expectToFit = async (page: Page): Promise<void> => {
  const [content, screen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
  expect(content).toBeLessThanOrEqual(screen);
};

describe('the connect page, in Chromium', () => {
  let gateway: ConnectUnderTest;
  let site: LocalServer;
  const opened: OpenPage[] = [];

  beforeAll(async () => {
    gateway = await ConnectUnderTest.start();
    site = await startConnectSite();
  }, SETUP_TIMEOUT_MS);

  afterAll(async () => {
    await site?.close();
    await gateway?.stop();
  }, SETUP_TIMEOUT_MS);

  beforeEach(() => {
    gateway.fake.reset();
    gateway.oidc.reset();
  });

  afterEach(async () => {
    const ended = opened.splice(0);
    const complaints = ended.flatMap((each) => each.complaints);
    for (const { context } of ended) await context.close();
    expect(complaints).toEqual([]);
  });

  const openFor: ConnectUnderTest['openFor'] = async (...given) => {
    const page = await gateway.openFor(...given);
    opened.push(page);
    return page;
  };
  const open: ConnectUnderTest['open'] = async (...given) => {
    const page = await gateway.open(...given);
    opened.push(page);
    return page;
  };

  /** Ids of the connections of one customer, as their backend finds them by the tags of the session. */
  const connectionsOf = async (customer: string): Promise<string[]> => {
    const { connections } = await gateway.client.listConnections({ tags: { customer } });
    return connections.map(({ connection_id: id }) => id);
  };
  const customer = (name: string) => ({ tags: { customer: name } });

  describe('with OAuth 2', () => {
    it(
      'is found by a search, opens the provider, and shows that it worked',
      async () => {
        const all = ['acme', 'key-store', 'basic-box', 'two-steps'];
        const { page, context } = await openFor(all, { session: customer('oauth') });
        await heading(page, 'Connect an account').waitFor();
        await page.getByRole('searchbox').fill('cloud');
        await page.getByRole('searchbox').press('Enter');
        const window = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await heading(page, 'Waiting for Acme Cloud').waitFor();
        expect(await page.title()).toBe('Waiting for Acme Cloud');
        await gateway.signIn(window);
        await heading(page, 'Connected').waitFor();
        await expect(page.getByText('Your Acme Cloud account is connected.').isVisible()).resolves.toBe(true);
        const [id = ''] = await connectionsOf('oauth');
        const { data } = await gateway.client.get({
          providerConfigKey: 'acme',
          connectionId: id,
          endpoint: '/resource',
        });
        expect(data).toEqual({ who: gateway.oidc.client.id });
        expect(window.isClosed() || (await window.waitForEvent('close'))).toBeTruthy();
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'says so when the person refuses, and lets them try again',
      async () => {
        const { page, context } = await openFor(['acme'], { session: customer('denied') });
        const first = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await gateway.signIn(first, 'Cancel');
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText()).toContain('Access was not granted');
        expect(await alert.innerText()).toContain('The person said no.');
        expect(await connectionsOf('denied')).toEqual([]);
        const second = await windowOpenedBy(context, () => button(page, 'Try again').click());
        // The provider remembers who signed in, and asks for consent only.
        await second.getByRole('button', { name: 'Continue' }).click();
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('denied')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'gives a link where the browser blocks the window',
      async () => {
        const { page, context } = await openFor(['acme'], { session: customer('blocked') });
        await page.evaluate('window.open = () => null');
        await button(page, 'Continue to Acme Cloud').click();
        await heading(page, 'The window was blocked').waitFor();
        const tab = await windowOpenedBy(context, () => page.getByRole('link', { name: 'Open Acme Cloud' }).click());
        await heading(page, 'Waiting for Acme Cloud').waitFor();
        await gateway.signIn(tab);
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('blocked')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'counts the sign-in in whichever window the person finishes, when there are two',
      async () => {
        const { page, context } = await openFor(['acme'], { session: customer('twice') });
        await page.evaluate('window.open = () => null');
        await button(page, 'Continue to Acme Cloud').click();
        const openLink = page.getByRole('link', { name: 'Open Acme Cloud' });
        const first = await windowOpenedBy(context, () => openLink.click());
        await button(page, 'Open the window again').click();
        const second = await windowOpenedBy(context, () => openLink.click());
        await second.getByLabel('User').waitFor();
        await gateway.signIn(first);
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('twice')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'goes on in the same window where there can be no other, and ends at the address of the customer',
      async () => {
        const session = { ...customer('same-window'), return_url: `${site.url}/done?mine=1` };
        const { page } = await openFor(['acme'], { session });
        await page.evaluate('window.open = () => null');
        await button(page, 'Continue to Acme Cloud').click();
        await button(page, 'Continue in this window instead').click();
        await gateway.signIn(page);
        await page.waitForURL(`${site.url}/done**`);
        const [id] = await connectionsOf('same-window');
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
          mine: '1',
          status: 'success',
          provider_config_key: 'acme',
          connection_id: id,
        });
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'shows how it ended to a person who comes back to the page',
      async () => {
        const { page, connect_link } = await openFor(['acme', 'key-store'], { session: customer('came-back') });
        await button(page, 'Acme Cloud').click();
        await page.evaluate('window.open = () => null');
        await button(page, 'Continue to Acme Cloud').click();
        await button(page, 'Continue in this window instead').click();
        await gateway.signIn(page);
        await heading(page, 'Your account is connected').waitFor();
        await page.goto(connect_link);
        await heading(page, 'Connected').waitFor();
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'waits for a login that takes longer than the session',
      async () => {
        const { page, context } = await openFor(['acme'], { session: customer('slow') });
        await page.clock.install();
        const window = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await window.getByLabel('User').waitFor();
        const database = new pg.Client({ connectionString: gateway.gateway.databaseUrl });
        await database.connect();
        await database.query(`UPDATE connect_sessions SET expires_at = now() - interval '20 minutes'`);
        await database.end();
        await page.clock.fastForward('45:00');
        await heading(page, 'Waiting for Acme Cloud').waitFor();
        await gateway.signIn(window);
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('slow')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'is not fooled by a forged message, which only makes it ask',
      async () => {
        const { page, context } = await openFor(['acme']);
        await page.clock.install();
        const window = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await window.getByLabel('User').waitFor();
        await page.clock.pauseAt(Date.now() + 60_000);
        for (const type of ['svc_oauth_callback_success', 'nango_oauth_callback_error']) {
          const asked = page.waitForResponse(/\/connect\/attempts\//);
          await page.evaluate(`postMessage({ type: '${type}', payload: { message: 'forged', errorType: 'x' } }, '*')`);
          expect(await (await asked).json()).toMatchObject({ data: { status: 'waiting' } });
        }
        expect(await heading(page, 'Waiting for Acme Cloud').isVisible()).toBe(true);
        expect(await page.getByText('forged').count()).toBe(0);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'says so when somebody at the provider has to approve it first',
      async () => {
        const { page, context } = await openFor(['acme']);
        await page.route('**/connect/attempts/*', async (route) => {
          const pending = { status: 'success', provider_config_key: 'acme', connection_id: null, is_pending: true };
          await route.fulfill({ json: { data: { ...pending, error_type: null, error_desc: null } } });
        });
        await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await heading(page, 'Waiting for approval').waitFor();
        expect(await page.getByText('as soon as an administrator there approves it').isVisible()).toBe(true);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'asks about a window that was closed',
      async () => {
        const { page, context } = await openFor(['acme'], { query: '&detectClosedAuthWindow=true' });
        const window = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await window.getByLabel('User').waitFor();
        await window.close();
        await heading(page, 'Did you close the window?').waitFor();
        const again = await windowOpenedBy(context, () => button(page, 'Open the window again').click());
        await gateway.signIn(again);
        await heading(page, 'Connected').waitFor();
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'takes a window that seems to be closed for nothing, unless it is told to',
      async () => {
        const { page, context } = await openFor(['acme']);
        await page.clock.install();
        const window = await windowOpenedBy(context, () => button(page, 'Continue to Acme Cloud').click());
        await window.getByLabel('User').waitFor();
        await window.close();
        for (let second = 0; second < 20; second += 1) {
          const asked = page.waitForResponse(/\/connect\/attempts\//);
          await page.clock.fastForward(2_000);
          await asked;
        }
        expect(await heading(page, 'Waiting for Acme Cloud').isVisible()).toBe(true);
        await button(page, 'Cancel').click();
        await heading(page, 'Connect Acme Cloud').waitFor();
      },
      TEST_TIMEOUT_MS,
    );
  });

  describe('with typed-in credentials', () => {
    it(
      'checks an API key, keeps what was typed except the key, and connects with the right one',
      async () => {
        const { page } = await openFor(['key-store'], { session: customer('key') });
        await button(page, 'Connect').click();
        await page.getByText('Shop is required.').waitFor();
        await page.getByLabel('Shop').fill('https://acme.shop.example');
        await page.getByLabel('API key', { exact: true }).fill('wrong-key');
        expect(await page.getByLabel('API key', { exact: true }).getAttribute('type')).toBe('password');
        await button(page, 'Show API key').click();
        expect(await page.getByLabel('API key', { exact: true }).getAttribute('type')).toBe('text');
        await button(page, /^Connect$/).click();
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText()).toContain('These details were not accepted');
        expect(await alert.innerText()).toContain('connection_test_failed');
        expect(await page.getByLabel('Shop').inputValue()).toBe('acme');
        expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
        await page.getByLabel('API key', { exact: true }).fill(` ${gateway.fake.keys.apiKey}\n`);
        await button(page, 'Try again').click();
        await heading(page, 'Connected').waitFor();
        const [id = ''] = await connectionsOf('key');
        const { connection_config } = await gateway.client.getConnection('key-store', id);
        expect(connection_config).toMatchObject({ shop: 'acme' });
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'connects with user name and password, by the keyboard alone',
      async () => {
        const { page } = await openFor(['basic-box'], { session: customer('basic') });
        await heading(page, 'Connect Basic Box').waitFor();
        const { username, password } = gateway.fake.keys;
        await page.keyboard.press('Tab');
        await page.keyboard.type(username);
        await page.keyboard.press('Tab');
        await page.keyboard.type(password);
        await page.keyboard.press('Enter');
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('basic')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'exchanges credentials in two steps, and shows the words of a provider that refuses them',
      async () => {
        const { page } = await openFor(['two-steps'], { session: customer('two-step') });
        const { username, password } = gateway.fake.twoStep;
        await page.getByLabel('E-mail address').fill('nobody');
        await page.getByLabel('Password', { exact: true }).fill('wrong');
        await button(page, /^Connect$/).click();
        await page.getByText('Enter an e-mail address, such as name@example.com.').waitFor();
        await page.getByLabel('E-mail address').fill(username);
        await button(page, /^Connect$/).click();
        await page.getByRole('alert').waitFor();
        expect(await page.getByRole('alert').innerText()).toContain('Wrong user name or password.');
        await page.getByLabel('Password', { exact: true }).fill(password);
        await button(page, 'Try again').click();
        await heading(page, 'Connected').waitFor();
        expect(await connectionsOf('two-step')).toHaveLength(1);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'does not ask for what the session sets, and goes back to the customer with what went wrong',
      async () => {
        const session = {
          integrations_config_defaults: { 'key-store': { connection_config: { shop: 'fixed' } } },
          return_url: `${site.url}/done`,
        };
        const { page } = await openFor(['key-store'], { session });
        await page.getByLabel('API key', { exact: true }).fill('wrong');
        expect(await page.getByLabel('Shop').count()).toBe(0);
        await button(page, /^Connect$/).click();
        await page.getByRole('link', { name: `Back to ${new URL(site.url).host}` }).click();
        await page.waitForURL(`${site.url}/done**`);
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
          status: 'error',
          provider_config_key: 'key-store',
          error_type: 'connection_test_failed',
        });
      },
      TEST_TIMEOUT_MS,
    );
  });

  it(
    'fits a phone, from the list to the end, in light and dark',
    async () => {
      const all = ['acme', 'key-store', 'basic-box', 'two-steps', 'hostile'];
      const { page, context } = await openFor(all, { ...PHONE, colorScheme: 'dark', query: '&lang=de' });
      await heading(page, 'Konto verbinden').waitFor();
      await expectToFit(page);
      await button(page, 'Key Store').tap();
      await heading(page, 'Key Store verbinden').waitFor();
      await expectToFit(page);
      await page.getByLabel('Shop').fill('acme');
      await page
        .getByLabel('API-Schlüssel', { exact: true })
        .or(page.getByLabel('API key', { exact: true }))
        .fill('wrong');
      await button(page, 'Verbinden').tap();
      await page.getByRole('alert').waitFor();
      await expectToFit(page);
      await button(page, 'Zurück').tap();
      await button(page, /Hostile/).tap();
      await page.getByLabel('Zone').waitFor();
      await expectToFit(page);
      await button(page, 'Zurück').tap();
      await button(page, 'Acme Cloud').tap();
      const window = await windowOpenedBy(context, () => button(page, 'Weiter zu Acme Cloud').tap());
      await expectToFit(page);
      await gateway.signIn(window);
      await heading(page, 'Verbunden').waitFor();
      await expectToFit(page);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'has the colours of the environment, with text that can be read on them, in the theme that is asked for',
    async () => {
      const { connect_link } = await gateway.session({ allowed_integrations: ['acme'] });
      const { page } = await open('about:blank', { colorScheme: 'dark' });
      await page.route('**/connect/session', async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: object };
        const theme = { light: { primary: '#f5c518' }, dark: { primary: '#1d4ed8' } };
        const connectUISettings = { theme, defaultTheme: 'light', showWatermark: false };
        await route.fulfill({ response: answer, json: { data: { ...data, connectUISettings } } });
      });
      const colours = async (): Promise<unknown> => {
        await heading(page, 'Connect Acme Cloud').waitFor();
        return await page.evaluate(
          `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('.button-primary')))`,
        );
      };
      await page.goto(connect_link);
      expect(await colours()).toEqual(['rgb(245, 197, 24)', 'rgb(16, 17, 20)']);
      expect(await page.getByText('Powered by').count()).toBe(0);
      await page.goto(`${connect_link}&theme=dark`);
      expect(await colours()).toEqual(['rgb(29, 78, 216)', 'rgb(255, 255, 255)']);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'shows markup in every field as text',
    async () => {
      const refused = JSON.stringify({ error: 'no', error_description: `Refused ${MARKUP}` });
      const answer = { status: 401, headers: { 'content-type': 'application/json' }, body: refused };
      gateway.fake.faults.always('/login', { answer });
      const { page } = await openFor(['acme', 'hostile']);
      await button(page, /Hostile/).click();
      await page.getByLabel('Zone').selectOption(`Option ${MARKUP}`);
      await page.getByLabel('API key', { exact: true }).fill('wrong');
      await button(page, /^Connect$/).click();
      await page.getByRole('alert').waitFor();
      const text = await page.locator('main').innerText();
      for (const name of ['Hostile', 'Region', 'Description', 'Prefix', 'Suffix', 'Warning', 'Refused']) {
        expect(text).toContain(`${name} ${MARKUP}`);
      }
      expect(await page.getByPlaceholder(`Example ${MARKUP}`).count()).toBe(1);
      // The only pictures are logos, and no link leads to a script.
      expect(await page.locator('main b, main script, main img:not(.logo img)').count()).toBe(0);
      const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((href) => !href?.startsWith('https://acme.example/docs'))).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  describe('a link that leads nowhere', () => {
    it('says what to do when the session is over', async () => {
      const { page } = await open(
        `${gateway.gateway.apiUrl}/connect?session_token=svc_connect_session_${'0'.repeat(64)}`,
      );
      await heading(page, 'This link has expired').waitFor();
      expect(await page.getByText('Go back to where you came from').isVisible()).toBe(true);
    });

    it('says what to do when a part of it is missing', async () => {
      const { page } = await open(`${gateway.gateway.apiUrl}/connect`);
      await heading(page, 'This link is incomplete').waitFor();
    });

    it('asks no other gateway, whatever the address says', async () => {
      const asked: string[] = [];
      const evil = await LocalServer.start((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}');
      });
      const { token } = await gateway.session();
      const query = `session_token=${token}&apiURL=${encodeURIComponent(evil.url)}`;
      const { page, context } = await gateway.open(`${gateway.gateway.apiUrl}/connect?${query}`);
      await heading(page, 'No connection').waitFor();
      expect(asked).toEqual([]);
      await context.close();
      await evil.close();
    });
  });

  describe('@svc/connect, on a page of another origin', () => {
    const openSite = async (query: Readonly<Record<string, string>>) => {
      const values = new URLSearchParams({ host: gateway.gateway.apiUrl, ...query });
      return await open(`${site.url}/?${values}`);
    };
    const outcome = async (page: Page): Promise<unknown> => {
      await page.locator('#out:not(:empty)').waitFor();
      return JSON.parse(await page.locator('#out').innerText());
    };
    const events = async (page: Page): Promise<unknown> => JSON.parse(await page.locator('#events').innerText());

    it(
      'shows the page in a frame, and is told the connection',
      async () => {
        const { token } = await gateway.session({ ...customer('frame'), allowed_integrations: ['acme', 'key-store'] });
        const { page, context } = await openSite({ mode: 'iframe', token });
        await page.locator('#go').click();
        const frame = page.frameLocator('iframe');
        await frame.getByRole('button', { name: 'Acme Cloud' }).click();
        const window = await windowOpenedBy(context, () =>
          frame.getByRole('button', { name: 'Continue to Acme Cloud' }).click(),
        );
        await gateway.signIn(window);
        await frame.getByRole('heading', { name: 'Connected' }).waitFor();
        const [id] = await connectionsOf('frame');
        expect(await outcome(page)).toEqual({ providerConfigKey: 'acme', connectionId: id, isPending: false });
        await frame.getByRole('button', { name: 'Done' }).click();
        await page.locator('iframe').waitFor({ state: 'detached' });
        expect(await events(page)).toEqual(['ready', 'settings_changed', 'connect', 'close']);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'takes messages from the page that it opened only',
      async () => {
        const { token } = await gateway.session({ allowed_integrations: ['acme', 'key-store'] });
        const { page } = await openSite({ mode: 'iframe', token });
        await page.locator('#go').click();
        await page.frameLocator('iframe').getByRole('button', { name: 'Acme Cloud' }).waitFor();
        const payload = { providerConfigKey: 'acme', connectionId: 'of-somebody-else' };
        await page.evaluate(`postMessage(${JSON.stringify({ type: 'connect', payload })}, '*')`);
        await page.evaluate('window.ui.close()');
        expect(await outcome(page)).toMatchObject({ code: 'aborted' });
        expect(await events(page)).toEqual(['ready', 'settings_changed']);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'closes the frame with Escape, and gives the page back as it was',
      async () => {
        const { token } = await gateway.session({ allowed_integrations: ['acme', 'key-store'] });
        const { page } = await openSite({ mode: 'iframe', token });
        await page.locator('#go').click();
        const frame = page.frameLocator('iframe');
        await frame.getByRole('button', { name: 'Key Store' }).click();
        await frame.getByLabel('Shop').press('Escape');
        // The frame goes with the key: nobody may wait for it to come up again in there.
        await frame.getByRole('heading', { name: 'Connect an account' }).focus();
        await page.keyboard.press('Escape');
        expect(await outcome(page)).toMatchObject({ code: 'window_closed' });
        expect(await page.locator('iframe').count()).toBe(0);
        expect(await page.evaluate('document.activeElement.id')).toBe('go');
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'opens the page as a window, and is told the connection',
      async () => {
        const { token } = await gateway.session({ ...customer('popup'), allowed_integrations: ['key-store'] });
        const { page, context } = await openSite({ mode: 'popup', token });
        const window = await windowOpenedBy(context, () => page.locator('#go').click());
        await window.getByLabel('Shop').fill('acme');
        await window.getByLabel('API key', { exact: true }).fill(gateway.fake.keys.apiKey);
        await button(window, /^Connect$/).click();
        const [id] = [(await outcome(page)) as { connectionId: string }].map(({ connectionId }) => connectionId);
        expect(await connectionsOf('popup')).toEqual([id]);
        await Promise.all([window.waitForEvent('close'), button(window, 'Done').click()]);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'says that the window was closed',
      async () => {
        const { token } = await gateway.session({ allowed_integrations: ['key-store'] });
        const { page, context } = await openSite({ mode: 'popup', token });
        const window = await windowOpenedBy(context, () => page.locator('#go').click());
        await window.getByLabel('Shop').waitFor();
        await window.close();
        expect(await outcome(page)).toMatchObject({ code: 'window_closed' });
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'connects without the hosted page: in the provider’s window, or with credentials',
      async () => {
        const { token } = await gateway.session(customer('headless'));
        const { page, context } = await openSite({ mode: 'auth', token, key: 'acme' });
        const window = await windowOpenedBy(context, () => page.locator('#go').click());
        await gateway.signIn(window);
        expect(await outcome(page)).toMatchObject({ providerConfigKey: 'acme' });

        const sent = { credentials: JSON.stringify({ apiKey: 'wrong' }), params: JSON.stringify({ shop: 'acme' }) };
        const refused = await openSite({ mode: 'auth', token, key: 'key-store', ...sent });
        await refused.page.locator('#go').click();
        expect(await outcome(refused.page)).toMatchObject({ code: 'connection_test_failed' });

        const right = { ...sent, credentials: JSON.stringify({ apiKey: gateway.fake.keys.apiKey }) };
        const direct = await openSite({ mode: 'auth', token, key: 'key-store', ...right });
        await direct.page.locator('#go').click();
        expect(await outcome(direct.page)).toMatchObject({ providerConfigKey: 'key-store' });
        expect(await connectionsOf('headless')).toHaveLength(2);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'says that a person left the provider’s window',
      async () => {
        const { token } = await gateway.session();
        const { page, context } = await openSite({ mode: 'auth', token, key: 'acme' });
        const window = await windowOpenedBy(context, () => page.locator('#go').click());
        await window.getByLabel('User').waitFor();
        await window.close();
        expect(await outcome(page)).toMatchObject({ code: 'window_closed' });
      },
      TEST_TIMEOUT_MS,
    );
  });
});
