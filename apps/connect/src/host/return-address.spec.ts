import { describe, expect, it } from '@jest/globals';
import { returnAddress } from './return-address.js';

const ACCOUNT = { providerConfigKey: 'git hub', connectionId: 'c&1', isPending: false };

describe('returnAddress', () => {
  it('adds how it ended to the customer’s own query', () => {
    const url = new URL(returnAddress('https://app.example/done?tab=apps#x', { account: ACCOUNT }) ?? '');
    expect(url.origin + url.pathname + url.hash).toBe('https://app.example/done#x');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tab: 'apps',
      status: 'success',
      provider_config_key: 'git hub',
      connection_id: 'c&1',
    });
  });

  it('says what went wrong', () => {
    const address = returnAddress('https://app.example/done', { errorType: 'token_err', providerConfigKey: 'github' });
    expect(address).toBe('https://app.example/done?status=error&provider_config_key=github&error_type=token_err');
  });

  it('has no connection id while there is no connection', () => {
    const account = { ...ACCOUNT, connectionId: '', isPending: true };
    expect(returnAddress('https://app.example/', { account })).not.toContain('connection_id');
  });

  it.each([undefined, '', '/relative', 'javascript:alert(1)', 'data:text/html,x'])('goes nowhere for %p', (address) => {
    expect(returnAddress(address, { account: ACCOUNT })).toBeUndefined();
  });
});
