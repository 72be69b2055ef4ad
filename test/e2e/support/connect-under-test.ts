import { Svc } from '@svc/client';
import { FakeProvider, freePort, OIDC_PERSON, OidcProvider, startGateway, type Gateway } from '@svc/testing';
import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';
import { writeConnectProviders } from './connect-providers.js';

/** What `POST /connect/sessions` answers. */
export interface StartedSession {
  readonly token: string;
  readonly connect_link: string;
}

/** A page in a browser of its own, and what must not happen in it. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Alerts, script errors and violations of the content security policy. */
  readonly complaints: string[];
}

/** A gateway with providers that people connect to, and a Chromium. */
export class ConnectUnderTest {
  readonly gateway: Gateway;
  readonly fake: FakeProvider;
  readonly oidc: OidcProvider;
  readonly client: Svc;
  private readonly browser: Browser;

  private constructor(
    parts: Pick<ConnectUnderTest, 'gateway' | 'fake' | 'oidc' | 'client'>,
    browser: Browser,
    private readonly definitions: string,
  ) {
    ({ gateway: this.gateway, fake: this.fake, oidc: this.oidc, client: this.client } = parts);
    this.browser = browser;
  }

  static async start(): Promise<ConnectUnderTest> {
    const port = await freePort();
    const fake = await FakeProvider.start();
    const oidc = await OidcProvider.start({ redirectUris: [`http://localhost:${port}/oauth/callback`] });
    const definitions = await writeConnectProviders(fake, oidc);
    const env = {
      PORT: String(port),
      PROVIDERS_DIR: definitions,
      ALLOW_PRIVATE_NETWORK: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const gateway = await startGateway({ env }).catch(async (error: unknown) => {
      // What is left open would keep the tests from ending.
      await Promise.all([fake.stop(), oidc.stop()]);
      throw error;
    });
    const browser = await launchChromium();
    const client = new Svc({ apiKey: gateway.secretKey, host: gateway.apiUrl });
    const { id, secret } = oidc.client;
    const credentials = { client_id: id, client_secret: secret };
    await client.createIntegration({ provider: 'acme-cloud', unique_key: 'acme', credentials });
    for (const provider of ['key-store', 'basic-box', 'two-steps', 'hostile']) {
      await client.createIntegration({ provider, unique_key: provider });
    }
    return new ConnectUnderTest({ gateway, fake, oidc, client }, browser, definitions);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.gateway.stop();
    await Promise.all([this.fake.stop(), this.oidc.stop()]);
    await rm(this.definitions, { recursive: true });
  }

  /** A session as a customer's backend makes it. */
  async session(body: object = {}): Promise<StartedSession> {
    const answer = await fetch(`${this.gateway.apiUrl}/connect/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.gateway.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data: StartedSession };
    return data;
  }

  /** Opens an address in a browser that has never been anywhere. */
  async open(address: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({ locale: 'en-US', ...options });
    const complaints: string[] = [];
    context.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(address);
    return { page, context, complaints };
  }

  /** The page of a new session for these integrations. */
  async openFor(
    integrations: readonly string[],
    { session = {}, query = '', ...options }: BrowserContextOptions & { session?: object; query?: string } = {},
  ): Promise<OpenPage & StartedSession> {
    const started = await this.session({ allowed_integrations: integrations, ...session });
    return { ...(await this.open(started.connect_link + query, options)), ...started };
  }

  /** Signs in at the provider, and allows or refuses access. */
  async signIn(window: Page, decision: 'Continue' | 'Cancel' = 'Continue'): Promise<void> {
    await window.getByLabel('User').fill(OIDC_PERSON.login);
    await window.getByLabel('Password').fill(OIDC_PERSON.password);
    await window.getByRole('button', { name: 'Continue' }).click();
    await window.getByRole('heading', { name: 'Allow access?' }).waitFor();
    await window.getByRole('button', { name: decision }).click();
  }
}

/** The window that opens when something is done. */
export const windowOpenedBy = async (context: BrowserContext, action: () => Promise<unknown>): Promise<Page> => {
  const [window] = await Promise.all([context.waitForEvent('page'), action()]);
  return window;
};
