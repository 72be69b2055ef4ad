import { describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { Svc } from './svc.js';

const KEY = 'signing-key';
const BODY = '{"a":"ü"}';
const svc = new Svc({ apiKey: 'api-key', webhookSigningKey: KEY });
const hex = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex');
const now = (): string => String(Math.floor(Date.now() / 1000));
const standard = (key: string, id: string, timestamp: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64')}`;

describe('verifyIncomingWebhookRequest', () => {
  it('accepts the signature of the exact body, as text or bytes, whatever the case of the header', () => {
    expect(svc.verifyIncomingWebhookRequest(BODY, { 'X-Svc-Hmac-Sha256': hex(KEY, BODY) })).toBe(true);
    expect(svc.verifyIncomingWebhookRequest(Buffer.from(BODY), { 'x-svc-hmac-sha256': hex(KEY, BODY) })).toBe(true);
    expect(svc.verifyIncomingWebhookRequest(BODY, { 'X-NANGO-HMAC-SHA256': hex(KEY, BODY) })).toBe(true);
    expect(svc.verifyIncomingWebhookRequest(BODY, new Headers({ 'x-svc-hmac-sha256': hex(KEY, BODY) }))).toBe(true);
  });

  it('refuses another body, another key, and a missing or broken signature', () => {
    const signed = { 'x-svc-hmac-sha256': hex(KEY, BODY) };
    expect(svc.verifyIncomingWebhookRequest(`${BODY} `, signed)).toBe(false);
    expect(svc.verifyIncomingWebhookRequest(BODY, { 'x-svc-hmac-sha256': hex('other', BODY) })).toBe(false);
    expect(svc.verifyIncomingWebhookRequest(BODY, {})).toBe(false);
    expect(svc.verifyIncomingWebhookRequest(BODY, { 'x-svc-hmac-sha256': 'short' })).toBe(false);
  });

  it('accepts the key before a rotation for as long as it signs as well', () => {
    const headers = {
      'x-svc-hmac-sha256': hex('new', BODY),
      'x-svc-hmac-sha256-previous': hex(KEY, BODY),
    };
    expect(svc.verifyIncomingWebhookRequest(BODY, headers)).toBe(true);
    const [id, timestamp] = ['evt', now()];
    const both = `${standard('new', id, timestamp)} ${standard(KEY, id, timestamp)}`;
    const named = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': both };
    expect(svc.verifyIncomingWebhookRequest(BODY, named)).toBe(true);
  });

  it('refuses an old webhook that is sent again, also with a right signature of its body', () => {
    const old = String(Number(now()) - 3_600);
    const headers = {
      'webhook-id': 'evt',
      'webhook-timestamp': old,
      'webhook-signature': standard(KEY, 'evt', old),
      'x-svc-hmac-sha256': hex(KEY, BODY),
    };
    expect(svc.verifyIncomingWebhookRequest(BODY, headers)).toBe(false);
  });

  it('uses the API key where no signing key is given', () => {
    const plain = new Svc({ apiKey: 'api-key' });
    expect(plain.verifyIncomingWebhookRequest(BODY, { 'x-svc-hmac-sha256': hex('api-key', BODY) })).toBe(true);
  });
});

describe('verifyWebhookSignature', () => {
  it('checks SHA-256 over key and JSON text', () => {
    const signature = createHash('sha256').update(KEY).update('{"a":1}').digest('hex');
    expect(svc.verifyWebhookSignature(signature, { a: 1 })).toBe(true);
    expect(svc.verifyWebhookSignature(signature, { a: 2 })).toBe(false);
  });
});
