import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { jwtVerify } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeTokenRequest, type TokenRequestParts } from './token-request.js';

const BASE: Provider = { name: 'p', display_name: 'P', docs: '', auth_mode: 'OAUTH2', logo_url: '' };

const write = (definition: Partial<Provider>, parts: Partial<TokenRequestParts> = {}) =>
  writeTokenRequest(
    {
      provider: { ...BASE, ...definition },
      integration: {
        id: 1,
        environmentId: 1,
        uniqueKey: 'k',
        provider: 'p',
        displayName: 'P',
        forwardWebhooks: true,
        custom: {},
        credentials: {},
        config: { region: 'eu' },
        createdAt: new Date(0),
        updatedAt: new Date(0),
      },
      connectionConfig: { tenant: 'a b' },
      credentials: { type: 'OAUTH2', access_token: 'at', raw: {} },
    },
    { url: 'https://x.example.com/t', templates: {}, literals: {}, client: { id: 'id', secret: 'se+cret' }, ...parts },
  );

describe('writeTokenRequest', () => {
  it('sends values as they are, also those that look like placeholders', async () => {
    const { body } = await write(
      {},
      { literals: { refresh_token: '${clientSecret} || x' }, templates: { audience: '${connectionConfig.tenant}' } },
    );
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      audience: 'a b',
      refresh_token: '${clientSecret} || x',
      client_id: 'id',
      client_secret: 'se+cret',
    });
  });

  it.each([
    [{ authorization_method: 'header' as const }, true, false],
    [{ token_request_auth_method: 'basic' as const }, true, false],
    [{ token_request_auth_method: 'custom' as const }, false, false],
    [{}, false, true],
  ])('puts the client where %j wants it', async (definition, inHeader, inBody) => {
    const { headers, body } = await write(definition);
    expect(headers?.['Authorization']).toBe(
      inHeader ? `Basic ${Buffer.from('id:se+cret').toString('base64')}` : undefined,
    );
    expect(new URLSearchParams(body).has('client_secret')).toBe(inBody);
  });

  it('fills in the address, encoded', async () => {
    const { url } = await write(
      {},
      { url: 'https://${integrationConfig.region}.example.com/${connectionConfig.tenant}' },
    );
    expect(url).toBe('https://eu.example.com/a%20b');
  });

  it.each([undefined, 'https://${connectionConfig.missing}/t'])('says that %s is no address', async (url) => {
    await expect(write({}, { url })).rejects.toMatchObject({ kind: 'misconfigured' });
  });

  it.each(['rsa', 'ec', 'ed25519'] as const)('proves the client by its %s key', async (type) => {
    const { privateKey } =
      type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : type === 'ec'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { body } = await write(
      { token_request_auth_method: 'private_key_jwt' },
      { client: { id: 'id', secret: undefined, privateKey: pem } },
    );
    const form = new URLSearchParams(body);
    expect(form.has('client_secret')).toBe(false);
    const verified = await jwtVerify(form.get('client_assertion') ?? '', createPublicKey(privateKey), {
      audience: 'https://x.example.com/t',
    });
    expect(verified.payload).toMatchObject({ iss: 'id', sub: 'id', jti: expect.any(String) });
  });

  it('says so when there is no key', async () => {
    await expect(write({ token_request_auth_method: 'private_key_jwt' })).rejects.toMatchObject({
      kind: 'misconfigured',
    });
  });
});
