import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

const guard = (allowPrivate: boolean) =>
  new WebhookUrlGuard(
    loadConfig({
      NODE_ENV: 'development',
      DATABASE_URL: 'postgres://u:p@localhost/d',
      PUBLIC_URL: 'https://gateway.example.com:8443',
      ALLOW_PRIVATE_NETWORK: String(allowPrivate),
    }),
  );

describe('WebhookUrlGuard', () => {
  it.each([
    'https://gateway.example.com:8443/webhook',
    'http://gateway.example.com/x',
    'http://localhost/x',
    'http://api.localhost/x',
    'http://intranet/x',
    'http://printer.local/x',
    'http://metadata.google.internal/computeMetadata',
    'http://127.0.0.1/x',
    'http://0x7f.1/x',
    'http://10.1.2.3/x',
    'http://169.254.169.254/latest',
    'http://[::1]/x',
    'http://[::ffff:192.168.0.1]/x',
    'http://[fd00::1]/x',
  ])('refuses %s', async (url) => {
    await expect(guard(false).check(url, 'webhook_url')).rejects.toMatchObject({
      code: 'invalid_body',
      details: { errors: [{ path: ['webhook_url'] }] },
    });
  });

  it('takes public addresses, also names that do not resolve yet', async () => {
    for (const url of ['https://93.184.215.14/x', 'https://no-such-name.invalid/x', 'http://[2606:4700::1111]/x']) {
      await expect(guard(false).check(url, 'webhook_url')).resolves.toBeUndefined();
    }
  });

  it('takes private ones where the operator allows them, never itself', async () => {
    await expect(guard(true).check('http://127.0.0.1:9000/x', 'webhook_url')).resolves.toBeUndefined();
    await expect(guard(true).check('https://gateway.example.com:8443/x', 'webhook_url')).rejects.toMatchObject({
      code: 'invalid_body',
    });
  });
});
