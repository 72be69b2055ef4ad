import { describe, expect, it } from '@jest/globals';
import { stateCookie, stateCookieIn } from './state-cookie.js';

const STATE = '59d20c6f-8c79-46bc-a192-08a179460576';

describe('the cookie of an attempt', () => {
  it('is for the gateway alone, and over https for the way back from any site', () => {
    const cookie = { state: STATE, value: 'secret', lifeMs: 3_600_000 };
    expect(stateCookie(cookie, true)).toBe(
      `oauth2-${STATE}=secret; Path=/; Max-Age=3600; HttpOnly; SameSite=None; Secure`,
    );
    // Without https a browser refuses SameSite=None; Lax is sent when the provider sends the person back.
    expect(stateCookie(cookie, false)).toBe(`oauth2-${STATE}=secret; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`);
  });

  it.each([
    [`oauth2-${STATE}=secret`, 'secret'],
    [`a=b; oauth2-${STATE}=secret;c=d`, 'secret'],
    [`xoauth2-${STATE}=forged; a=oauth2-${STATE}=forged`, undefined],
    [`oauth2-${STATE}x=forged`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('in %j is %j', (header, value) => {
    expect(stateCookieIn(header, STATE)).toBe(value);
  });
});
