import { SignJWT } from 'jose';
import { createHash, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { paypalKey } from './provider-hosts.js';
import { hmac, seconds, standardWebhook, type ProviderCase } from './provider-case.js';

const SECRET = 'a secret of the webhook';
const CLIENT_SECRET = 'the secret of the app';
const STANDARD_SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

const webhookSecret = { webhook_secret: SECRET };
const app = { client_id: 'id', client_secret: CLIENT_SECRET };

const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed25519 = generateKeyPairSync('ed25519');
const rawEd25519 = ed25519.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

/** Twilio: the address, then the fields by name, without anything in between. */
const twilioContent = (url: string, body: string): string =>
  url +
  [...new URLSearchParams(body)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');

/** Providers beyond the contract's table. */
export const FURTHER_CASES: readonly ProviderCase[] = [
  {
    provider: 'stripe',
    credentials: webhookSecret,
    connection: { config: { stripe_user_id: 'acct_1' } },
    body: (id) => ({ id, object: 'event', type: 'charge.succeeded', account: 'acct_1' }),
    sign: ({ body, now }) => ({
      headers: {
        'stripe-signature': `t=${seconds(now)},v0=x,v1=${hmac('sha256', SECRET, `${seconds(now)}.${body}`, 'hex')}`,
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'charge.succeeded',
  },
  {
    provider: 'github',
    credentials: webhookSecret,
    isNamed: true,
    body: (id) => ({ ref: id }),
    headers: (unique) => ({ 'x-github-event': 'push', 'x-github-delivery': unique }),
    sign: ({ body }) => ({ headers: { 'x-hub-signature-256': `sha256=${hmac('sha256', SECRET, body, 'hex')}` } }),
    again: 'known',
    eventType: 'push',
  },
  {
    provider: 'zoom',
    credentials: webhookSecret,
    connection: { config: { account_id: 'za-1' } },
    body: (id) => ({ event: 'meeting.started', payload: { account_id: 'za-1', object: { id } } }),
    sign: ({ body, now }) => ({
      headers: {
        'x-zm-request-timestamp': seconds(now),
        'x-zm-signature': `v0=${hmac('sha256', SECRET, `v0:${seconds(now)}:${body}`, 'hex')}`,
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'meeting.started',
  },
  {
    provider: 'intercom',
    credentials: app,
    connection: { config: { app_id: 'ia-1' } },
    body: (id) => ({ type: 'notification_event', id, topic: 'user.created', app_id: 'ia-1' }),
    sign: ({ body }) => ({ headers: { 'x-hub-signature': `sha1=${hmac('sha1', CLIENT_SECRET, body, 'hex')}` } }),
    again: 'known',
    eventType: 'user.created',
  },
  {
    provider: 'asana',
    connection: { metadata: { webhookSecret: SECRET } },
    isNamed: true,
    body: (gid) => ({ events: [{ action: 'added', resource: { gid } }] }),
    sign: ({ body }) => ({ headers: { 'x-hook-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'added',
  },
  {
    provider: 'twilio',
    credentials: webhookSecret,
    connection: { metadata: { accountSid: 'AC1' } },
    contentType: 'application/x-www-form-urlencoded',
    body: (id) =>
      new URLSearchParams({ MessageSid: id, AccountSid: 'AC1', SmsStatus: 'delivered', Body: 'ä b' }).toString(),
    sign: ({ url, body }) => {
      const content = body.startsWith('{') ? url : twilioContent(url, body);
      return { headers: { 'x-twilio-signature': hmac('sha1', SECRET, content, 'base64') } };
    },
    again: 'known',
    eventType: 'delivered',
    // Any text is a form, but bodies of other types are covered by a digest in the address.
    malformed: {
      body: '{"half":',
      contentType: 'application/json',
      query: { bodySHA256: createHash('sha256').update('{"half":').digest('hex') },
    },
  },
  {
    provider: 'typeform',
    credentials: webhookSecret,
    connection: { metadata: { formIds: ['f1', 'f2'] } },
    body: (event_id) => ({ event_id, event_type: 'form_response', form_response: { form_id: 'f2' } }),
    sign: ({ body }) => ({ headers: { 'typeform-signature': `sha256=${hmac('sha256', SECRET, body, 'base64')}` } }),
    again: 'known',
    eventType: 'form_response',
  },
  {
    provider: 'zendesk',
    credentials: webhookSecret,
    connection: { metadata: { accountId: 22129848 } },
    body: (id) => ({ id, type: 'zen:event-type:ticket.created', account_id: 22129848 }),
    sign: ({ body, now }) => ({
      headers: {
        'x-zendesk-webhook-signature-timestamp': now.toISOString(),
        'x-zendesk-webhook-signature': hmac('sha256', SECRET, now.toISOString() + body, 'base64'),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'zen:event-type:ticket.created',
  },
  {
    provider: 'pipedrive',
    credentials: { webhook_secret: 'user:password' },
    connection: { config: { company_id: 5 } },
    body: (id) => ({ meta: { id, action: 'change', company_id: 5, timestamp: '2026-01-01' } }),
    sign: () => ({ headers: { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` } }),
    again: 'known',
    eventType: 'change',
  },
  {
    provider: 'box',
    credentials: webhookSecret,
    connection: { config: { user_id: '226067247' } },
    body: (id) => ({ type: 'webhook_event', id, trigger: 'FILE.UPLOADED', created_by: { id: '226067247' } }),
    sign: ({ body, now }) => ({
      headers: {
        'box-delivery-timestamp': now.toISOString(),
        'box-signature-primary': hmac('sha256', SECRET, body + now.toISOString(), 'base64'),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'FILE.UPLOADED',
  },
  {
    provider: 'dropbox',
    credentials: app,
    connection: { config: { account_id: 'dbid:1' } },
    body: (id) => ({ list_folder: { accounts: ['dbid:0', 'dbid:1'] }, delta: { users: [id] } }),
    sign: ({ body }) => ({ headers: { 'x-dropbox-signature': hmac('sha256', CLIENT_SECRET, body, 'hex') } }),
    again: 'ping',
    eventType: '*',
  },
  {
    provider: 'clickup',
    credentials: webhookSecret,
    connection: { metadata: { webhookId: 'w-1' } },
    body: (task_id) => ({ webhook_id: 'w-1', event: 'taskCreated', task_id }),
    sign: ({ body }) => ({ headers: { 'x-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'taskCreated',
  },
  {
    provider: 'docusign',
    credentials: webhookSecret,
    connection: { metadata: { accountId: 'da-1' } },
    body: (envelopeId) => ({ event: 'envelope-completed', data: { accountId: 'da-1', envelopeId } }),
    sign: ({ body }) => ({ headers: { 'x-docusign-signature-1': hmac('sha256', SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'envelope-completed',
  },
  {
    provider: 'square',
    credentials: webhookSecret,
    connection: { config: { merchant_id: 'M1' } },
    body: (event_id) => ({ merchant_id: 'M1', type: 'payment.created', event_id }),
    sign: ({ url, body }) => ({
      headers: { 'x-square-hmacsha256-signature': hmac('sha256', SECRET, url + body, 'base64') },
    }),
    again: 'known',
    eventType: 'payment.created',
  },
  {
    provider: 'sendgrid',
    credentials: { webhook_secret: ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') },
    isNamed: true,
    body: (sg_event_id) => [{ sg_event_id, event: 'delivered', email: 'alice@acme.test' }],
    sign: ({ body, now }) => ({
      headers: {
        'x-twilio-email-event-webhook-timestamp': seconds(now),
        'x-twilio-email-event-webhook-signature': signWithKey(
          'sha256',
          Buffer.from(seconds(now) + body),
          ec.privateKey,
        ).toString('base64'),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'delivered',
  },
  {
    provider: 'discord-bot',
    credentials: { webhook_secret: rawEd25519 },
    isNamed: true,
    body: (id) => ({ version: 1, type: 1, event: { type: 'APPLICATION_AUTHORIZED', data: { id } } }),
    sign: ({ body, now }) => ({
      headers: {
        'x-signature-timestamp': seconds(now),
        'x-signature-ed25519': signWithKey(null, Buffer.from(seconds(now) + body), ed25519.privateKey).toString('hex'),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'APPLICATION_AUTHORIZED',
  },
  {
    provider: 'trello',
    credentials: webhookSecret,
    connection: { metadata: { modelId: 'board-1' } },
    body: (id) => ({ action: { id, type: 'updateCard' }, model: { id: 'board-1' } }),
    sign: ({ url, body }) => ({ headers: { 'x-trello-webhook': hmac('sha1', SECRET, body + url, 'base64') } }),
    again: 'known',
    eventType: 'updateCard',
  },
  {
    provider: 'webflow',
    credentials: app,
    connection: { metadata: { siteId: 'site-1' } },
    body: (id) => ({ triggerType: 'form_submission', payload: { siteId: 'site-1', id } }),
    sign: ({ body, now }) => ({
      headers: {
        'x-webflow-timestamp': String(now.getTime()),
        'x-webflow-signature': hmac('sha256', CLIENT_SECRET, `${now.getTime()}:${body}`, 'hex'),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'form_submission',
  },
  {
    provider: 'figma',
    credentials: webhookSecret,
    connection: { metadata: { webhookId: '22' } },
    body: (timestamp) => ({ event_type: 'FILE_UPDATE', webhook_id: '22', timestamp, passcode: SECRET }),
    sign: () => ({ headers: {} }),
    spoil: ({ headers }) => ({ headers, body: JSON.stringify({ event_type: 'FILE_UPDATE', passcode: 'a guess' }) }),
    again: 'known',
    eventType: 'FILE_UPDATE',
  },
  {
    provider: 'bitbucket',
    credentials: webhookSecret,
    connection: { metadata: { repositories: ['acme/storefront'] } },
    body: (id) => ({ repository: { full_name: 'acme/storefront' }, push: id }),
    headers: (unique) => ({ 'x-event-key': 'repo:push', 'x-request-uuid': unique }),
    sign: ({ body }) => ({ headers: { 'x-hub-signature': `sha256=${hmac('sha256', SECRET, body, 'hex')}` } }),
    again: 'known',
    eventType: 'repo:push',
  },
  {
    provider: 'quickbooks',
    credentials: webhookSecret,
    connection: { config: { realmId: '1185883450' } },
    body: (id) => ({
      eventNotifications: [{ realmId: '1185883450', dataChangeEvent: { entities: [{ name: 'Customer', id }] } }],
    }),
    sign: ({ body }) => ({ headers: { 'intuit-signature': hmac('sha256', SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'Customer',
  },
  {
    provider: 'gitea-api-key',
    credentials: webhookSecret,
    connection: { metadata: { repository: 'acme/storefront' } },
    body: (id) => ({ repository: { full_name: 'acme/storefront' }, after: id }),
    headers: (unique) => ({ 'x-gitea-event': 'push', 'x-gitea-delivery': unique }),
    sign: ({ body }) => ({ headers: { 'x-gitea-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'push',
  },
  {
    provider: 'telegram-bot',
    credentials: webhookSecret,
    isNamed: true,
    body: (update_id) => ({ update_id, message: { text: 'hi' } }),
    sign: () => ({ headers: { 'x-telegram-bot-api-secret-token': SECRET } }),
    again: 'known',
    eventType: '*',
  },
  {
    provider: 'resend',
    credentials: { webhook_secret: STANDARD_SECRET },
    isNamed: true,
    body: (email_id) => ({ type: 'email.sent', data: { email_id } }),
    sign: standardWebhook('svix', STANDARD_SECRET),
    expires: true,
    again: 'known',
    eventType: 'email.sent',
  },
  {
    provider: 'vercel',
    credentials: app,
    connection: { config: { team_id: 'team_1' } },
    body: (id) => ({ id, type: 'deployment.created', payload: { team: { id: 'team_1' } } }),
    sign: ({ body }) => ({ headers: { 'x-vercel-signature': hmac('sha1', CLIENT_SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'deployment.created',
  },
  {
    provider: 'woocommerce',
    credentials: webhookSecret,
    connection: { config: { baseUrl: 'https://shop.acme.test' } },
    body: (id) => ({ id, status: 'processing' }),
    headers: (unique) => ({
      'x-wc-webhook-topic': 'order.created',
      'x-wc-webhook-source': 'https://shop.acme.test/',
      'x-wc-webhook-delivery-id': unique,
    }),
    sign: ({ body }) => ({ headers: { 'x-wc-webhook-signature': hmac('sha256', SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'order.created',
  },
  {
    provider: 'monday',
    credentials: webhookSecret,
    connection: { metadata: { boardIds: ['7', '8'] } },
    body: (triggerUuid) => ({ event: { type: 'create_item', boardId: 8, triggerUuid } }),
    sign: async ({ now }) => ({
      headers: {
        authorization: await new SignJWT({ aud: 'https://acme.test' })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime(new Date(now.getTime() + 300_000))
          .sign(new TextEncoder().encode(SECRET)),
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'create_item',
  },
  {
    provider: 'paypal',
    // The id of the webhook.
    credentials: { webhook_secret: '1JE4291016473214C' },
    connection: { config: { merchant_id: 'M1' } },
    body: (id) => ({
      id,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { payee: { merchant_id: 'M1' }, amount: { currency_code: 'USD', value: '10.00' } },
    }),
    sign: ({ body, now, hosts }) => {
      const [id, time] = ['69cd13f0-d67a-11e5-baa3-778b53f4ae55', now.toISOString()];
      const content = `${id}|${time}|1JE4291016473214C|${crc32(body)}`;
      return {
        headers: {
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${hosts}/paypal/certificate`,
          'paypal-transmission-sig': signWithKey('sha256', Buffer.from(content), paypalKey).toString('base64'),
        },
      };
    },
    again: 'known',
    eventType: 'PAYMENT.CAPTURE.COMPLETED',
  },
  {
    provider: 'mailchimp',
    credentials: { webhook_secret: 'unguessable' },
    connection: { metadata: { listIds: ['a6b5da1054'] } },
    contentType: 'application/x-www-form-urlencoded',
    query: { secret: 'unguessable' },
    body: (id) =>
      new URLSearchParams({
        type: 'subscribe',
        fired_at: '2026-07-02 21:35:57',
        'data[id]': id,
        'data[list_id]': 'a6b5da1054',
      }).toString(),
    sign: () => ({ headers: {} }),
    spoil: () => ({ headers: {}, query: { secret: 'guessed' } }),
    again: 'known',
    eventType: 'subscribe',
    malformed: { body: 'half' },
  },
];
