import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials, Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { createTestCertificate, FakeProvider, FAULTS } from '@svc/testing';
import { generateKeyPairSync } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authSubject } from '../../testing/auth-subject.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials-renewal.js';
import { OAuth2ClientCredentialsStrategy } from './oauth2-client-credentials.strategy.js';

const SECRET = { client_id: 'robot', client_secret: 'robot-secret' };

describe('OAuth 2 by client credentials', () => {
  let fake: FakeProvider;
  const timing = { ...DEFAULT_RENEWAL_TIMING, requestMs: 1_000, unsentRetryMs: [10] };
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const { direct, renewal } = new OAuth2ClientCredentialsStrategy(
    new OAuth2ClientCredentialsRenewal(new TokenEndpoint(client, timing)),
  );

  beforeAll(async () => {
    fake = await FakeProvider.start();
    setDefaultCACertificates([...getCACertificates('default'), fake.certificate.certificate]);
  });
  afterEach(() => fake.reset());
  afterAll(async () => {
    await fake.stop();
    client.close();
  });

  const definition = (more: Partial<Provider> = {}): Partial<Provider> => ({
    auth_mode: 'OAUTH2_CC',
    token_url: `${fake.url}/token`,
    ...more,
  });
  const obtain = (input: Record<string, unknown>, more: Partial<Provider> = {}) =>
    direct.obtain(authSubject({ provider: definition(more) }), input, AbortSignal.timeout(2_000));
  const renew = (credentials: Credentials) =>
    renewal.renew({ ...authSubject({ provider: definition() }), credentials }, AbortSignal.timeout(2_000));
  const who = async (token: unknown) =>
    (await fetch(`${fake.url}/me`, { headers: { authorization: `Bearer ${String(token)}` } })).status;

  it.each([{}, { token_request_auth_method: 'basic' as const }, { authorization_method: 'header' as const }])(
    'gets a token with a secret, given as %j wants it',
    async (more) => {
      fake.oauth2.clients.add({ id: 'robot', secret: 'robot-secret' });
      const { credentials, expiresAt } = await obtain(SECRET, more);
      expect(credentials).toMatchObject({ type: 'OAUTH2_CC', ...SECRET, raw: { access_token: credentials['token'] } });
      expect(await who(credentials['token'])).toBe(200);
      expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_590_000);
      const renewed = await renew(credentials);
      expect(renewed.credentials['token']).not.toBe(credentials['token']);
      expect(renewed.credentials).toMatchObject(SECRET);
    },
  );

  it('is known by its certificate, however that was pasted', async () => {
    const { certificate, privateKey, fingerprint } = createTestCertificate('robot');
    fake.oauth2.clients.add({ id: 'certified', certificate: fingerprint });
    const input = {
      client_id: 'certified',
      client_certificate: certificate.replaceAll('\n', ' '),
      client_private_key: privateKey.replaceAll('\n', '\\n'),
    };
    const more = { require_client_certificate: true, token_url: `${fake.tlsUrl}/token` };
    const { credentials } = await obtain(input, more);
    expect(credentials).toMatchObject({ client_certificate: certificate, client_private_key: privateKey });
    expect(await who(credentials['token'])).toBe(200);
    const other = createTestCertificate('other');
    const stranger = { ...input, client_certificate: other.certificate, client_private_key: other.privateKey };
    await expect(obtain(stranger, more)).rejects.toMatchObject({ kind: 'auth_dead' });
  });

  it('proves itself by a key where the definition has it', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    fake.oauth2.clients.add({ id: 'asserted', publicKey });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const credentials = {
      client_id: { type: 'string' as const, title: 'Client id' },
      client_private_key: { type: 'string' as const, title: 'Key', secret: true },
    };
    const more = { token_request_auth_method: 'private_key_jwt' as const, credentials };
    const obtained = await obtain({ client_id: 'asserted', client_private_key: pem }, more);
    expect(await who(obtained.credentials['token'])).toBe(200);
  });

  it('asks for the scopes, and captures what the definition names', async () => {
    fake.oauth2.clients.add({ id: 'robot', secret: 'robot-secret' });
    const more = { default_scopes: ['a', 'b'], scope_separator: ',', token_response_metadata: ['token_type'] };
    const { connectionConfig } = await obtain(SECRET, more);
    expect(fake.requests('/token')[0]?.fields).toMatchObject({ grant_type: 'client_credentials', scope: 'a,b' });
    expect(connectionConfig).toEqual({ token_type: expect.stringMatching(/bearer/i) });
  });

  it('assumes 55 minutes where the answer says nothing', async () => {
    const headers = { 'content-type': 'application/json' };
    fake.faults.next('/token', { answer: { status: 200, headers, body: '{"access_token":"t"}' } });
    const { expiresAt } = await obtain(SECRET);
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(55);
  });

  it.each([
    ['a wrong secret', undefined, 'auth_dead'],
    ['an error of the server', FAULTS.serverError, 'provider_down'],
    ['a page', FAULTS.htmlPage, 'provider_down'],
    ['half an answer', FAULTS.notJson, 'provider_down'],
    ['a limit', FAULTS.throttled(9), 'throttled'],
    ['silence', FAULTS.slow(5_000), 'provider_down'],
  ])('reads %s as what it is', async (_, fault, kind) => {
    if (fault) fake.faults.next('/token', fault);
    await expect(obtain({ ...SECRET, client_secret: 'wrong' })).rejects.toMatchObject({ kind });
  });

  const certified = { require_client_certificate: true };
  it.each([
    [{}, {}, ['client_id', 'client_secret']],
    [{ client_id: 'x' }, certified, ['client_certificate', 'client_private_key']],
    [
      { client_id: 'x', client_certificate: 'no PEM', client_private_key: 'nor this' },
      certified,
      ['client_private_key', 'client_certificate'],
    ],
    [
      {
        client_id: 'x',
        client_certificate: createTestCertificate('a').certificate,
        client_private_key: createTestCertificate('b').privateKey,
      },
      certified,
      ['client_private_key'],
    ],
  ])('refuses an incomplete client (%#)', async (input, more, names) => {
    const errors = names.map((name) => expect.objectContaining({ path: [name] }));
    await expect(obtain(input, more)).rejects.toMatchObject({ code: 'invalid_body', details: { errors } });
    expect(fake.requests()).toEqual([]);
  });
});
