import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials, Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { InterpolationContext, signAwsSigV4 } from '@svc/providers';
import { FakeProvider, FAULTS } from '@svc/testing';
import { authSubject } from '../../testing/auth-subject.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { AwsSigV4Strategy } from './aws-sigv4.strategy.js';
import { stsAddress } from './assume-role-request.js';
import { externalIdOf } from './external-id.js';

describe('AWS', () => {
  let fake: FakeProvider;
  const timing = { ...DEFAULT_RENEWAL_TIMING, requestMs: 1_500, unsentRetryMs: [] };
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const { direct, renewal } = new AwsSigV4Strategy(new TokenEndpoint(client, timing));
  const signal = AbortSignal.timeout(20_000);

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterEach(() => fake.reset());
  afterAll(async () => {
    await fake.stop();
    client.close();
  });

  const operator = () => ({
    aws_access_key_id: fake.aws.operator.accessKeyId,
    aws_secret_access_key: fake.aws.operator.secretAccessKey,
  });
  const subject = (config: Record<string, string> = operator(), owner?: string) =>
    authSubject({
      provider: { auth_mode: 'AWS_SIGV4', aws_sigv4: { service: 's3' }, token_url: `${fake.url}/sts` },
      config,
      ...(owner !== undefined && { owner }),
    });
  const role = (region?: string) => ({ role_arn: fake.aws.roleArn, ...(region !== undefined && { region }) });
  const who = async (credentials: Credentials) => {
    const url = new URL('/me?list-type=2&prefix=a%20b', fake.url);
    const headers = signAwsSigV4({
      method: 'GET',
      url,
      accessKeyId: String(credentials['access_key_id']),
      secretAccessKey: String(credentials['secret_access_key']),
      sessionToken: String(credentials['session_token']),
      region: String(credentials['region']),
      service: String(credentials['service']),
      now: new Date(),
    });
    return (await fetch(url, { headers })).status;
  };

  it('lets a role be assumed, and again before the hour is over', async () => {
    const { credentials, expiresAt } = await direct.obtain(subject(), role('eu-central-1'), signal);
    expect(credentials).toMatchObject({ type: 'AWS_SIGV4', ...role('eu-central-1'), service: 's3' });
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await who(credentials)).toBe(200);
    const renewed = await renewal.renew({ ...subject(), credentials }, signal);
    expect(renewed.credentials['access_key_id']).not.toBe(credentials['access_key_id']);
    expect(await who(renewed.credentials)).toBe(200);
  });

  it('names the external id that belongs to the owner, and no other', async () => {
    fake.aws.externalId = externalIdOf(subject(operator(), 'customer-1'));
    const { credentials, connectionConfig } = await direct.obtain(subject(operator(), 'customer-1'), role(), signal);
    expect(await who(credentials)).toBe(200);
    const again = { ...subject(operator(), 'next session'), connectionConfig };
    await expect(direct.obtain(again, role(), signal)).resolves.toBeDefined();
    // The owner is known at the beginning only; the connection remembers.
    await expect(renewal.renew({ ...subject(), credentials }, signal)).resolves.toBeDefined();
    const stranger = direct.obtain(subject(operator(), 'customer-2'), role(), signal);
    const ownId = externalIdOf(subject(operator(), 'customer-2'));
    await expect(stranger).rejects.toMatchObject({
      kind: 'auth_transient',
      message: expect.stringContaining(`"${ownId}"`),
      answer: { description: expect.stringContaining(`"${ownId}"`) },
    });
    const forged = direct.obtain(subject(), { ...role(), external_id: fake.aws.externalId }, signal);
    await expect(forged).rejects.toMatchObject({ details: { errors: [{ path: ['external_id'] }] } });
  });

  it.each([
    [{}, 'missing_client_id', 'aws_access_key_id'],
    [{ aws_access_key_id: 'AKIA' }, 'missing_client_secret', 'aws_secret_access_key'],
  ])('takes the key from the integration, never from the machine: %j', async (config, code, name) => {
    process.env['AWS_ACCESS_KEY_ID'] = fake.aws.operator.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = fake.aws.operator.secretAccessKey;
    try {
      const message = expect.stringContaining(name);
      await expect(direct.obtain(subject(config), role(), signal)).rejects.toMatchObject({ code, message });
      const credentials = { type: 'AWS_SIGV4' as const, ...role() };
      await expect(renewal.renew({ ...subject(config), credentials }, signal)).rejects.toMatchObject({
        kind: 'misconfigured',
      });
    } finally {
      delete process.env['AWS_ACCESS_KEY_ID'];
      delete process.env['AWS_SECRET_ACCESS_KEY'];
    }
    expect(fake.requests()).toEqual([]);
  });

  const xml = (body: string, status = 200) => ({ answer: { status, headers: { 'content-type': 'text/xml' }, body } });
  const error = (status: number, code: string) =>
    xml(`<ErrorResponse><Error><Code>${code}</Code><Message>m</Message></Error></ErrorResponse>`, status);

  it.each([
    ['a role that trusts nobody', error(403, 'AccessDenied'), 'auth_transient'],
    ['a key that is gone', error(403, 'InvalidClientTokenId'), 'misconfigured'],
    ['a wrong secret', error(403, 'SignatureDoesNotMatch'), 'misconfigured'],
    ['a wrong clock', error(400, 'RequestExpired'), 'misconfigured'],
    ['a limit', error(400, 'ThrottlingException'), 'throttled'],
    ['an error of the service', error(500, 'InternalFailure'), 'provider_down'],
    ['a page', FAULTS.htmlPage, 'provider_down'],
    ['a firewall', { answer: { status: 403, body: 'Forbidden' } }, 'provider_down'],
    ['half an answer', xml('<AssumeRoleResponse><AssumeRoleResult>'), 'provider_down'],
    ['entities', xml('<!DOCTYPE a [<!ENTITY b "c">]><AssumeRoleResponse>&b;</AssumeRoleResponse>'), 'provider_down'],
    ['silence', FAULTS.slow(3_000), 'provider_down'],
  ])('reads %s as what it is, and ends no connection over it', async (_, fault, kind) => {
    fake.faults.next('/sts', fault);
    const credentials = { type: 'AWS_SIGV4' as const, ...role() };
    await expect(renewal.renew({ ...subject(), credentials }, signal)).rejects.toMatchObject({ kind });
  });

  it("knows Amazon's addresses", () => {
    const { provider } = authSubject({ provider: { auth_mode: 'AWS_SIGV4' } });
    const address = (region: string, own: Provider = provider) =>
      stsAddress(own, new InterpolationContext({}), { accessKeyId: '', secretAccessKey: '', region });
    expect(address('eu-west-1')).toBe('https://sts.eu-west-1.amazonaws.com/');
    expect(address('cn-north-1')).toBe('https://sts.cn-north-1.amazonaws.com.cn/');
  });
});
