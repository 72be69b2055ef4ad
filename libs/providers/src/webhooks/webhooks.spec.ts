import { describe, expect, it } from '@jest/globals';
import { providerWebhookSchema, type ProviderWebhook } from '@svc/contracts';
import { createHmac } from 'node:crypto';
import { matchCandidates } from './match-candidates.js';
import type { RawWebhook } from './raw-webhook.js';
import { readValues, viewOf } from './read-values.js';
import { transformValue } from './transform-value.js';
import { isProvedBySecret, type SecretRule } from './verify-secret.js';
import { eventKeyOf, eventsOf, eventTypeOf } from './webhook-events-of.js';
import { WebhookRequest } from './webhook-request.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const requestOf = (
  raw: Partial<Omit<RawWebhook, 'body'>> & { body?: unknown },
  rules: ProviderWebhook = {},
): WebhookRequest =>
  new WebhookRequest(
    {
      method: 'POST',
      url: 'https://gateway.test/webhook/x',
      query: {},
      ...raw,
      headers: { 'content-type': 'application/json', ...raw.headers },
      body: Buffer.from(typeof raw.body === 'string' ? raw.body : JSON.stringify(raw.body ?? {})),
    },
    rules,
  );

const rulesOf = (rules: object): ProviderWebhook => providerWebhookSchema.parse(rules);
const ruleOf = (rule: object): SecretRule => {
  const { verification } = rulesOf({ verification: rule });
  const [only] = [verification ?? []].flat();
  if (!only || only.type === 'jwt') throw new Error('not a rule by secret');
  return only;
};

describe('values', () => {
  const request = requestOf({
    headers: { 'x-type': 'push' },
    query: { a: 'q' },
    body: {
      id: 7,
      list: ['a', 'b'],
      nested: { is: true, empty: '' },
      many: [{ s: 'x' }, { s: 'y' }, {}],
      text: '{"in":"side"}',
    },
  });

  it.each([
    ['header:x-type', ['push']],
    ['header:missing', []],
    ['query:a', ['q']],
    ['body:id', ['7']],
    ['body:list', ['a', 'b']],
    ['body:nested.is', ['true']],
    ['body:nested.empty', []],
    ['body:nested', []],
    ['body:many.*.s', ['x', 'y']],
    ['body:constructor.name', []],
  ])('%s', (place, expected) => {
    expect(readValues(place, viewOf(request))).toEqual(expected);
  });

  it('come from the first place that has one, decoded and transformed', () => {
    const view = viewOf(request);
    expect(readValues({ from: ['body:none', 'query:a'] }, view)).toEqual(['q']);
    expect(readValues({ from: 'body:text', decode: 'json', path: 'in' }, view)).toEqual(['side']);
    expect(readValues({ from: 'query:a', decode: 'base64_json', path: 'in' }, view)).toEqual([]);
  });

  it.each([
    ['https://acme.atlassian.net/rest/api/2/issue/1', 'origin', 'https://acme.atlassian.net'],
    ['no address', 'origin', undefined],
    ['acme.myshopify.com', 'first_label', 'acme'],
    ['https://api.calendly.com/users/U1', 'last_segment', 'U1'],
    ['https://www.googleapis.com/calendar/v3/calendars/a%40b.test/events?alt=json', 'calendar_id', 'a@b.test'],
    ['https://www.googleapis.com/drive/v3/changes', 'calendar_id', undefined],
  ] as const)('%s as %s', (value, transform, expected) => {
    expect(transformValue(value, transform)).toBe(expected);
  });

  it('of a mailbox have one hash, however it is written, which never changes', () => {
    expect(transformValue(' Alice@Acme.test ', 'email_hash')).toBe(transformValue('alice@acme.test', 'email_hash'));
    expect(transformValue('alice@acme.test', 'email_hash')).toBe(
      '352a066dfacfaa2dc1a128fb757e2c2c0f0e35395138fb1be5b67ada114c848d',
    );
  });
});

describe('proofs', () => {
  const sign = (content: string): string => createHmac('sha256', 's').update(content).digest('hex');
  const dated = ruleOf({
    type: 'hmac',
    signature: { from: 'header:sig', separator: ',', prefix: 'v1=' },
    content: '{timestamp}.{body}',
    timestamp: { from: 'header:sig', separator: ',', prefix: 't=' },
  });
  const proved = (sig: string, secret = 's'): boolean =>
    isProvedBySecret(dated, secret, requestOf({ headers: { sig }, body: 'b' }), NOW);
  const at = NOW / 1000;

  it('hold for the right secret, now', () => {
    expect(proved(`t=${at},v1=${sign(`${at}.b`)}`)).toBe(true);
    expect(proved(`t=${at},v1=00, v1=${sign(`${at}.b`)}`)).toBe(true);
  });

  it.each([
    ['of another secret', `t=${at},v1=${sign(`${at}.b`)}`, 'another'],
    ['of another body', `t=${at},v1=${sign(`${at}.c`)}`, 's'],
    ['of long ago', `t=${at - 301},v1=${sign(`${at - 301}.b`)}`, 's'],
    ['of the future', `t=${at + 301},v1=${sign(`${at + 301}.b`)}`, 's'],
    ['without a time', `v1=${sign('.b')}`, 's'],
    ['of no time', `t=NaN,v1=${sign('NaN.b')}`, 's'],
    ['cut short', `t=${at},v1=${sign(`${at}.b`).slice(0, 8)}`, 's'],
    ['that are empty', `t=${at},v1=`, 's'],
  ])('do not hold %s', (_, sig, secret) => {
    expect(proved(sig, secret)).toBe(false);
  });

  it('cover what the template says', () => {
    const rule = ruleOf({
      type: 'hmac',
      signature: { from: 'header:sig' },
      content: '{method}{url}{header:x-id}{body:a}',
    });
    const request = (headers: Record<string, string>) => requestOf({ headers, body: { a: 1 } });
    const sig = sign('POSThttps://gateway.test/webhook/xid1');
    expect(isProvedBySecret(rule, 's', request({ sig, 'x-id': 'id' }), NOW)).toBe(true);
    expect(isProvedBySecret(rule, 's', request({ sig }), NOW)).toBe(false);
  });

  it('need every token to be the secret', () => {
    const rule = ruleOf({ type: 'token', signature: { from: 'body:value.*.state' } });
    const holds = (...states: string[]) =>
      isProvedBySecret(rule, 's', requestOf({ body: { value: states.map((state) => ({ state })) } }), NOW);
    expect(holds('s', 's')).toBe(true);
    expect(holds('s', 'guess')).toBe(false);
    expect(holds()).toBe(false);
  });

  it('by a key that is none do not hold', () => {
    const rule = ruleOf({ type: 'public_key', algorithm: 'ed25519', key: 'raw', signature: { from: 'header:sig' } });
    expect(isProvedBySecret(rule, 'zz', requestOf({ headers: { sig: '00' } }), NOW)).toBe(false);
  });
});

describe('events', () => {
  const rules = rulesOf({ split: 'events', event_type: 'event:type', event_id: ['event:id'] });
  const request = requestOf({ body: { events: [{ id: 1, type: 'a' }, { id: 2 }] } }, rules);

  it('are told apart', () => {
    expect(eventsOf(request, rules).map((view) => eventTypeOf(rules, view))).toEqual(['a', '*']);
    expect(eventsOf(requestOf({ body: { events: 'none' } }, rules), rules)).toHaveLength(1);
  });

  it('are known again by their ids, not by what stands around them', () => {
    const again = requestOf({ body: { attempt: 2, events: [{ id: 1 }, { id: 2, type: 'b' }] } }, rules);
    expect(eventKeyOf(again, rules)).toBe(eventKeyOf(request, rules));
    expect(eventKeyOf(requestOf({ body: { events: [{ id: 1 }] } }, rules), rules)).not.toBe(eventKeyOf(request, rules));
    expect(eventKeyOf(requestOf({ body: { events: [{ type: 'a' }] } }, rules), rules)).toBeUndefined();
    expect(eventKeyOf(request, rulesOf({}))).toBeUndefined();
  });
});

describe('candidates', () => {
  it('begin with the address, then follow the rules, as text, number and list', () => {
    const rules = rulesOf({
      match: [
        { value: 'body:id', in: ['connection_config.a.b', 'metadata.m'] },
        { value: 'body:who', in: 'connection_id' },
      ],
    });
    const request = requestOf({ query: { nangoConnectionId: 'named' }, body: { id: 42, who: 'told' } }, rules);
    expect(matchCandidates(rules, viewOf(request))).toEqual([
      { rank: 0, column: 'connection_id', value: 'named' },
      ...(['connection_config', 'metadata'] as const).flatMap((column) => {
        const key = column === 'metadata' ? 'm' : 'a.b';
        return ['42', ['42'], 42, [42]].map((value) => ({ rank: 1, column, value: { [key]: value } }));
      }),
      { rank: 2, column: 'connection_id', value: 'told' },
    ]);
  });
});

describe('payloads', () => {
  const payload = (type: string, body: string | Buffer, rules: ProviderWebhook = {}): unknown =>
    new WebhookRequest(
      {
        method: 'POST',
        url: '',
        query: {},
        headers: type === '' ? {} : { 'content-type': type },
        body: Buffer.from(body),
      },
      rules,
    ).payload;

  it('are what their type says', () => {
    expect(payload('application/vnd.api+json; charset=utf-8', '{"a":1}')).toEqual({ a: 1 });
    expect(payload('application/x-www-form-urlencoded', 'a=1&b=%C3%A4')).toEqual({ a: '1', b: 'ä' });
    expect(
      payload('application/x-www-form-urlencoded', 'payload=%7B%22a%22%3A1%7D', { form_field: 'payload' }),
    ).toEqual({ a: 1 });
    expect(payload('text/xml', '<a/>')).toBe('<a/>');
    expect(payload('text/plain', '{"a":1}')).toEqual({ a: 1 });
    expect(payload('', '{"a":')).toBe('{"a":');
    expect(payload('application/octet-stream', Buffer.from([0xff, 0xfe]))).toBe('//4=');
    expect(payload('application/json', '')).toBeUndefined();
  });

  it('that are no JSON, or too deep, are refused', () => {
    expect(() => payload('application/json', '{"a":')).toThrow(expect.objectContaining({ code: 'invalid_json' }));
    expect(() => payload('application/json', '['.repeat(200) + ']'.repeat(200))).toThrow(/levels deep/);
  });
});
