import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CONTRACT_CASES } from '../testing/inbound-webhooks/contract-cases.js';
import { FURTHER_CASES } from '../testing/inbound-webhooks/further-cases.js';
import { IntakeUnderTest, type TestIntegration, type Webhook } from '../testing/inbound-webhooks/intake-under-test.js';
import type { Sent } from '../testing/inbound-webhooks/provider-case.js';

const CASES = [...CONTRACT_CASES, ...FURTHER_CASES];
const CONNECTION = 'customer-1';

/** What a provider does wrong when its secret is another one. */
const spoilLast = ({ headers, ...rest }: Sent): Sent => {
  const [name = '', value = ''] = Object.entries(headers).at(-1) ?? [];
  const middle = value.length - 6;
  const other = value[middle] === 'A' || value[middle] === 'a' ? 'b' : 'a';
  return { ...rest, headers: { ...headers, [name]: value.slice(0, middle) + other + value.slice(middle + 1) } };
};

describe.each(CASES)('webhooks of $provider', (provider) => {
  let bed: IntakeUnderTest;
  let integration: TestIntegration;
  const query = provider.isNamed ? `?svcConnectionId=${CONNECTION}` : '';

  beforeAll(async () => {
    bed = await shared.bed();
    integration = await bed.integration(provider.provider, { credentials: provider.credentials });
    await bed.connection(integration, { connectionId: CONNECTION, ...provider.connection });
    await bed.connection(integration, { connectionId: 'somebody-else', config: { a: 'b' }, metadata: { a: 'b' } });
  });

  const webhook = (options: { now?: Date; change?: (sent: Sent) => Sent; body?: string } = {}): Webhook => {
    const unique = randomUUID();
    const plain = provider.body(unique, CONNECTION);
    const body = options.body ?? (typeof plain === 'string' ? plain : JSON.stringify(plain));
    const sent = provider.sign({ url: integration.url + query, body, now: options.now ?? new Date() });
    const changed = options.change ? options.change(sent) : sent;
    return {
      query,
      headers: {
        'content-type': provider.contentType ?? 'application/json',
        ...provider.headers?.(unique, CONNECTION),
        ...changed.headers,
      },
      ...(plain !== null && { body: changed.body ?? body }),
    };
  };
  const forwarded = async (): Promise<any[]> => {
    await bed.drain(integration);
    return await bed.forwarded(integration);
  };

  it('go to the connection that they are for, once', async () => {
    const before = (await forwarded()).length;
    const sent = webhook();
    expect(await bed.send(integration, sent)).toMatchObject({ status: 200 });
    expect((await bed.stored(integration)).at(-1)).toMatchObject({
      status: 'received',
      event_type: provider.eventType,
    });
    const events = (await forwarded()).slice(before);
    expect(events).toEqual([
      {
        from: provider.provider,
        providerConfigKey: integration.key,
        type: 'forward',
        connectionId: CONNECTION,
        payload: expect.anything(),
      },
    ]);
    expect((await bed.stored(integration)).at(-1)).toMatchObject({ status: 'dispatched' });

    // The same once more, as providers do that missed the answer.
    expect(await bed.send(integration, sent)).toMatchObject({ status: 200 });
    expect((await forwarded()).length - before).toBe(provider.isNamedEvent ? 1 : 2);
  });

  if (provider.spoil !== null)
    it('are refused with a wrong signature, and without one', async () => {
      const before = (await bed.stored(integration)).length;
      const wrong = await bed.send(integration, webhook({ change: provider.spoil ?? spoilLast }));
      expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'invalid_webhook_signature' } } });
      const unsigned = webhook({ change: ({ body }) => ({ ...(body !== undefined && { body }), headers: {} }) });
      if (!provider.spoil) expect(await bed.send(integration, unsigned)).toMatchObject({ status: 401 });
      expect(await bed.stored(integration)).toHaveLength(before);
    });

  if (provider.expires)
    it('are refused when they were signed long ago', async () => {
      const before = (await bed.stored(integration)).length;
      const old = webhook({ now: new Date(Date.now() - 3_600_000) });
      expect(await bed.send(integration, old)).toMatchObject({ status: 401 });
      expect(await bed.stored(integration)).toHaveLength(before);
    });

  if (provider.body('', '') !== null && provider.malformed !== 0)
    it('are refused when they are malformed', async () => {
      const before = (await bed.stored(integration)).length;
      const { status, body } = await bed.send(integration, webhook({ body: '{"half":' }));
      expect([400, 401]).toContain(status);
      expect(body.error.code).toMatch(/^invalid_(json|webhook_signature)$/);
      expect(await bed.stored(integration)).toHaveLength(before);
    });
});

/** One API for all of them. */
const shared = {
  starting: undefined as Promise<IntakeUnderTest> | undefined,
  bed(): Promise<IntakeUnderTest> {
    return (this.starting ??= IntakeUnderTest.start());
  },
};

afterAll(async () => {
  await (await shared.starting)?.close();
});

it('covers every provider that sends webhooks', async () => {
  const { body } = await (await shared.bed()).api.request('GET', '/providers');
  const sending = body.data.filter((one: any) => one.webhook !== undefined && one.alias === undefined);
  const tested = new Set([...CASES.map(({ provider }) => provider), 'google-mail', 'monday']);
  const shares = new Map<string, string>(
    body.data.flatMap((one: any) => (one.webhook_routing_script ? [[one.name, one.webhook_routing_script]] : [])),
  );
  for (const name of [...tested]) tested.add(shares.get(name) ?? name);
  expect(sending.map(({ name }: any) => name).filter((name: string) => !tested.has(name))).toEqual([]);
  expect(new Set(CASES.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(25);
});
