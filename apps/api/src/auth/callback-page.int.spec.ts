import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FlowUnderTest, type FlowAnswer } from '../testing/flow-under-test.js';
import { json } from '../testing/token-server.js';

const MARKUP = `</script><script>alert(1)</script><img src=x onerror="alert('2')">&\u2028`;
const GRANT = { access_token: 'at', token_type: 'bearer' };

describe('the last page of the browser flow', () => {
  let flow: FlowUnderTest;

  beforeAll(async () => {
    flow = await FlowUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
    flow.tokens.use(json(200, GRANT));
  });

  afterAll(() => flow.close());

  const expectHarmless = ({ html, outcome }: FlowAnswer) => {
    expect(html).not.toContain('<img');
    expect(html).not.toContain('alert(1)</script>');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(/id="outcome">(.*)/.exec(html)?.[1]).not.toContain('\u2028');
    // What the script reads is what was said, to the letter.
    expect(outcome.payload.message).toContain(`<img src=x onerror="alert('2')">`);
  };

  it('runs nothing but its own file', async () => {
    const page = await flow.return(await flow.begin());
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src https://gateway.example; style-src https://gateway.example; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.html).not.toMatch(/ on\w+=|style=|javascript:/);
    const [, script = ''] = /<script src="https:\/\/gateway\.example(\/[^"]+)"/.exec(page.html) ?? [];
    const [, style = ''] = /<link rel="stylesheet" href="https:\/\/gateway\.example(\/[^"]+)"/.exec(page.html) ?? [];
    const js = await flow.page(script);
    expect(js.headers.get('content-type')).toContain('javascript');
    expect(js.headers.get('cache-control')).toContain('max-age');
    expect(js.html).toContain('_oauth_callback_');
    expect((await flow.page(style)).headers.get('content-type')).toContain('css');
  });

  it('names neither connection nor session to whoever listens', async () => {
    const sent = await flow.begin();
    const page = await flow.return(sent);
    const { connection_id } = await flow.attempt(sent);
    expect(page.outcome).toEqual({ isSuccess: true });
    expect(page.html).not.toContain(connection_id);
    expect(page.html).not.toContain(sent.token);
  });

  it('shows the words of the provider as text', async () => {
    expectHarmless(await flow.return(await flow.begin(), { error: 'access_denied', error_description: MARKUP }));
    expectHarmless(await flow.return(await flow.begin(), { error: MARKUP }));
    flow.tokens.use(json(400, { error: 'invalid_grant', error_description: MARKUP }));
    expectHarmless(await flow.return(await flow.begin()));
    flow.tokens.use(json(200, GRANT));
  });

  it.each([
    ['a field', `params[${MARKUP}]`],
    ['a parameter', MARKUP],
  ])('shows the name of %s as text', async (_, name) => {
    expectHarmless(await flow.open('acme', { connect_session_token: await flow.session(), [name]: 'x' }));
  });

  it('shows a language that it knows only', async () => {
    const session = await flow.session();
    const page = await flow.open('acme', { connect_session_token: session, nope: 'x', lang: '"><script>' });
    expect(page.html).toContain('<html lang="en">');
  });

  it('speaks the language of the page before, or of the browser', async () => {
    const german = await flow.return(await flow.begin({ lang: 'de-AT' }));
    expect(german.html).toContain('<html lang="de">');
    expect(german.html).toContain('Ihr Konto ist verbunden');
    const french = await flow.page('/oauth/callback', { 'accept-language': 'xx, en;q=0.3, fr-CA;q=0.9' });
    expect(french.html).toContain('<html lang="fr">');
  });

  it('shows a page also for an address that no integration can have', async () => {
    const page = await flow.open('<b>', { connect_session_token: await flow.session() });
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.html).not.toContain('<b>');
  });

  describe('return_url', () => {
    const RETURN = 'https://app.example/done?mine=1&status=forged#part';

    it('is told what came of it', async () => {
      const sent = await flow.begin({}, { token: await flow.session({ return_url: RETURN }) });
      const page = await flow.return(sent);
      const { connection_id } = await flow.attempt(sent);
      expect(page.outcome.returnUrl).toBe(
        `https://app.example/done?mine=1&status=success&provider_config_key=acme&connection_id=${connection_id}#part`,
      );
    });

    it('is told what went wrong, at the provider or before', async () => {
      const token = await flow.session({ return_url: 'https://app.example/done' });
      const denied = await flow.return(await flow.begin({}, { token }), { error: 'access_denied' });
      expect(denied.outcome.returnUrl).toBe(
        'https://app.example/done?status=error&provider_config_key=acme&error_type=callback_err',
      );
      const early = await flow.open('nope', { connect_session_token: token });
      expect(early.outcome.returnUrl).toContain('error_type=unknown_config_key');
    });

    it('comes from the session alone', async () => {
      const session = await flow.session();
      for (const name of ['return_url', 'redirect_uri', 'returnUrl', 'redirect_to']) {
        const page = await flow.open('acme', { connect_session_token: session, [name]: 'https://evil.example' });
        expect(page.status).toBe(400);
        expect(page.outcome.returnUrl).toBeUndefined();
      }
      const sent = await flow.begin();
      const page = await flow.return(sent, { code: 'c', return_url: 'https://evil.example' });
      expect(page.status).toBe(200);
      expect(page.html).not.toContain('evil');
    });

    it('is not told to another browser', async () => {
      const sent = await flow.begin({}, { token: await flow.session({ return_url: RETURN }) });
      expect((await flow.return({ state: sent.state, cookie: '' })).html).not.toContain('app.example');
    });
  });

  it('refuses a query that is too large before anything is done', async () => {
    const session = await flow.session();
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`params[p${index}]`, '1']));
    expect((await flow.open('acme', { connect_session_token: session, ...many })).status).toBeGreaterThanOrEqual(400);
    const hundred = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`params[p${index}]`, '1']));
    const page = await flow.open('acme', { connect_session_token: session, ...hundred });
    expect(page.outcome.payload).toMatchObject({ errorType: 'url_param_err', message: expect.stringContaining('100') });
    const long = await flow.open('acme', { connect_session_token: session, user_scope: 'x'.repeat(20_000) });
    expect(long.status).toBe(431);
  });
});
