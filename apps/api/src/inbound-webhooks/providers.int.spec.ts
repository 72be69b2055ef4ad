import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CONTRACT_CASES } from '../testing/inbound-webhooks/contract-cases.js';
import { FURTHER_CASES } from '../testing/inbound-webhooks/further-cases.js';
import { IntakeUnderTest, type TestIntegration, type Webhook } from '../testing/inbound-webhooks/intake-under-test.js';
import type { Malformed, Sent } from '../testing/inbound-webhooks/provider-case.js';
import { ProviderHosts } from '../testing/inbound-webhooks/provider-hosts.js';

const CASES = [...CONTRACT_CASES, ...FURTHER_CASES];
const CONNECTION = 'customer-1';

/** What a provider does wrong when its secret is another one. */
const spoilLast = ({ headers, ...rest }: Sent): Sent => {
  const [name = '', value = ''] = Object.entries(headers).at(-1) ?? [];
  const middle = value.length - 6;
  const other = value[middle] === 'A' || value[middle] === 'a' ? 'b' : 'a';
  return { ...rest, headers: { ...headers, [name]: value.slice(0, middle) + other + value.slice(middle + 1) } };
};

let hosts: ProviderHosts;
let bed: IntakeUnderTest;

beforeAll(async () => {
  hosts = await ProviderHosts.start();
  bed = await IntakeUnderTest.start({ PROVIDERS_DIR: hosts.folder });
}, 60_000);

afterAll(async () => {
  await bed.close();
  await hosts.stop();
});

interface Options {
  readonly now?: Date;
  readonly change?: (sent: Sent) => Sent;
  readonly malformed?: Malformed;
}

/** Every provider gets the same four: a correctly signed request, a wrongly signed one, a replayed one and a malformed one. */
describe.each(CASES)('webhooks of $provider', (provider) => {
  let integration: TestIntegration;

  beforeAll(async () => {
    integration = await bed.integration(provider.provider, { credentials: provider.credentials });
    await bed.connection(integration, { connectionId: CONNECTION, ...provider.connection });
    await bed.connection(integration, { connectionId: 'somebody-else', config: { a: 'b' }, metadata: { a: 'b' } });
  });

  const queryOf = (parameters: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams({
      ...(provider.isNamed && { svcConnectionId: CONNECTION }),
      ...provider.query,
      ...parameters,
    });
    return query.size > 0 ? `?${query}` : '';
  };
  const webhook = async ({
    now = new Date(),
    change = (sent) => sent,
    malformed = {},
  }: Options = {}): Promise<Webhook> => {
    const unique = randomUUID();
    const plain = provider.body(unique, CONNECTION);
    const body = malformed.body ?? (typeof plain === 'string' ? plain : JSON.stringify(plain));
    const draft = { url: integration.url + queryOf(malformed.query), body, now, hosts: hosts.url };
    const sent = change((await provider.sign?.(draft)) ?? { headers: {} });
    return {
      query: queryOf({ ...malformed.query, ...sent.query }),
      headers: {
        'content-type': malformed.contentType ?? provider.contentType ?? 'application/json',
        ...(malformed.headers ?? provider.headers?.(unique, CONNECTION)),
        ...sent.headers,
      },
      ...(plain !== null && { body: sent.body ?? body }),
    };
  };
  const forwarded = async (): Promise<any[]> => {
    await bed.drain(integration);
    return await bed.forwarded(integration);
  };
  /** Of each of these, nothing is kept. */
  const expectRefusal = async (sent: Webhook, status: readonly number[], code: RegExp): Promise<void> => {
    const before = (await bed.stored(integration)).length;
    const answer = await bed.send(integration, sent);
    expect(answer.body.error?.code).toMatch(code);
    expect(status).toContain(answer.status);
    expect(await bed.stored(integration)).toHaveLength(before);
  };

  it('go to the connection that they are for when they are signed correctly', async () => {
    const before = (await forwarded()).length;
    expect(await bed.send(integration, await webhook())).toMatchObject({ status: 200 });
    expect((await bed.stored(integration)).at(-1)).toMatchObject({
      status: 'received',
      event_type: provider.eventType,
    });
    expect((await forwarded()).slice(before)).toEqual([
      {
        from: provider.provider,
        providerConfigKey: integration.key,
        type: 'forward',
        connectionId: CONNECTION,
        payload: expect.anything(),
      },
    ]);
    expect((await bed.stored(integration)).at(-1)).toMatchObject({ status: 'dispatched' });
  });

  it('are refused when they are signed wrongly, not at all, or too long ago', async () => {
    if (!provider.sign) {
      const { body } = await bed.api.request('GET', `/providers/${provider.provider}`);
      expect(body.data.webhook).not.toHaveProperty('verification');
      return;
    }
    const refused = /^invalid_webhook_signature$/;
    await expectRefusal(await webhook({ change: provider.spoil ?? spoilLast }), [401], refused);
    if (!provider.spoil) {
      const unsigned = await webhook({ change: ({ body }) => ({ headers: {}, ...(body !== undefined && { body }) }) });
      const answer = await bed.send(integration, unsigned);
      expect(answer.status).toBe(provider.provider === 'google-mail' ? 200 : 401);
    }
    if (provider.expires) await expectRefusal(await webhook({ now: new Date(Date.now() - 3_600_000) }), [401], refused);
  });

  it('are dispatched once when they are replayed', async () => {
    const before = (await forwarded()).length;
    const sent = await webhook();
    const again = async (): Promise<void> => expect(await bed.send(integration, sent)).toMatchObject({ status: 200 });
    await again();
    await again();
    expect(await forwarded()).toHaveLength(before + 1);
    await again();
    expect(await forwarded()).toHaveLength(before + (provider.again === 'known' ? 1 : 2));
  });

  it('are refused when they are malformed', async () => {
    const malformed = { body: '{"half":', ...provider.malformed };
    await expectRefusal(await webhook({ malformed }), [400, 401], /^invalid_(json|headers|body|webhook_signature)$/);
  });
});

it('covers every provider that sends webhooks', async () => {
  const { body } = await bed.api.request('GET', '/providers');
  const sending = body.data.filter((one: any) => one.webhook !== undefined && one.alias === undefined);
  const tested = new Set(CASES.map(({ provider }) => provider));
  const shares = new Map<string, string>(
    body.data.flatMap((one: any) => (one.webhook_routing_script ? [[one.name, one.webhook_routing_script]] : [])),
  );
  for (const name of [...tested]) tested.add(shares.get(name) ?? name);
  expect(sending.map(({ name }: any) => name).filter((name: string) => !tested.has(name))).toEqual([]);
  expect(new Set(CASES.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(25);
});
