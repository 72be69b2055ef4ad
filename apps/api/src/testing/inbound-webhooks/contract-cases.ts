import { createHash, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { googleToken } from './provider-hosts.js';
import { hmac, seconds, standardWebhook, type ProviderCase } from './provider-case.js';

const SECRET = 'a secret of the webhook';
const CLIENT_SECRET = 'the secret of the app';
const STANDARD_SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const PRIVATE_KEY = '-----BEGIN RSA PRIVATE KEY-----\nnot a real one\n-----END RSA PRIVATE KEY-----';
const APP = { app_id: '1234', app_link: 'https://github.com/apps/acme', private_key: PRIVATE_KEY };

const webhookSecret = { webhook_secret: SECRET };
const app = { client_id: 'id', client_secret: CLIENT_SECRET };

const ed25519 = generateKeyPairSync('ed25519');

/** The rows of the wire contract, section 14. */
export const CONTRACT_CASES: readonly ProviderCase[] = [
  {
    provider: 'google-mail',
    connection: { metadata: { email: 'alice@acme.test' } },
    body: (messageId) => ({
      message: {
        data: Buffer.from('{"emailAddress":"alice@acme.test","historyId":9}').toString('base64'),
        messageId,
        publishTime: '2026-01-01T00:00:00Z',
      },
      subscription: 'projects/acme/subscriptions/mail',
    }),
    sign: async ({ url, now }) => ({
      headers: { authorization: `Bearer ${await googleToken({ audience: url, issuedAt: now })}` },
    }),
    expires: true,
    again: 'known',
    eventType: '*',
    malformed: { body: '{"subscription":"projects/acme/subscriptions/mail"}' },
  },
  {
    provider: 'google-drive',
    connection: { metadata: { googleDriveWatchResourceIds: ['other', 'resource-1'] } },
    body: () => null,
    headers: (unique) => ({
      'x-goog-channel-id': 'channel-1',
      'x-goog-message-number': unique,
      'x-goog-resource-id': 'resource-1',
      'x-goog-resource-uri': 'https://www.googleapis.com/drive/v3/changes',
      'x-goog-resource-state': 'change',
    }),
    sign: null,
    again: 'known',
    eventType: 'change',
    malformed: { headers: { 'x-goog-channel-id': 'channel-1', 'x-goog-message-number': '1' } },
  },
  {
    provider: 'google-calendar',
    connection: {
      metadata: {
        googleCalendarWatchResourceUris:
          'https://www.googleapis.com/calendar/v3/calendars/team%40acme.test/events?alt=json',
      },
    },
    body: () => null,
    headers: (unique) => ({
      'x-goog-channel-id': 'channel-2',
      'x-goog-message-number': unique,
      'x-goog-resource-uri': 'https://www.googleapis.com/calendar/v3/calendars/team%40acme.test/events?alt=json',
      'x-goog-resource-state': 'exists',
    }),
    sign: null,
    again: 'known',
    eventType: 'exists',
    malformed: { headers: { 'x-goog-channel-id': 'channel-2', 'x-goog-message-number': '1' } },
  },
  {
    provider: 'folk',
    credentials: { webhook_secret: STANDARD_SECRET },
    isNamed: true,
    body: (id) => ({ id, type: 'person.created', createdAt: '2026-01-01T00:00:00Z', data: { id: 'per_1' } }),
    sign: standardWebhook('webhook', STANDARD_SECRET),
    expires: true,
    again: 'known',
    eventType: 'person.created',
  },
  {
    provider: 'gitlab',
    connection: { metadata: { webhookSecret: STANDARD_SECRET } },
    isNamed: true,
    body: (id) => ({ object_kind: 'push', checkout_sha: id }),
    headers: () => ({ 'x-gitlab-event': 'Push Hook' }),
    sign: standardWebhook('webhook', STANDARD_SECRET),
    expires: true,
    again: 'known',
    eventType: 'Push Hook',
  },
  {
    provider: 'gitlab-api-key',
    connection: { metadata: { webhookSecret: SECRET } },
    isNamed: true,
    body: (id) => ({ object_kind: 'push', checkout_sha: id }),
    headers: (unique) => ({ 'x-gitlab-event': 'Push Hook', 'idempotency-key': unique }),
    sign: () => ({ headers: { 'x-gitlab-token': SECRET } }),
    again: 'known',
    eventType: 'Push Hook',
  },
  {
    provider: 'cal-com',
    credentials: webhookSecret,
    body: (id, svcConnectionId) => ({ triggerEvent: 'BOOKING_CREATED', payload: { uid: id }, svcConnectionId }),
    sign: ({ body }) => ({ headers: { 'x-cal-signature-256': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'BOOKING_CREATED',
  },
  {
    provider: 'github-app',
    credentials: APP,
    connection: { config: { installation_id: '77' } },
    body: (id) => ({ action: 'opened', installation: { id: 77 }, issue: { id } }),
    headers: (unique) => ({ 'x-github-event': 'issues', 'x-github-delivery': unique }),
    sign: ({ body }) => {
      const secret = createHash('sha256').update(`${APP.app_id}${APP.private_key}${APP.app_link}`).digest('hex');
      return { headers: { 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body, 'hex')}` } };
    },
    again: 'known',
    eventType: 'issues',
  },
  {
    provider: 'linear',
    credentials: webhookSecret,
    connection: { config: { organizationId: 'org-1' } },
    body: (id) => ({
      type: 'Issue',
      action: 'create',
      organizationId: 'org-1',
      data: { id },
      webhookTimestamp: Date.now(),
    }),
    headers: (unique) => ({ 'linear-delivery': unique }),
    sign: ({ body, now }) => {
      const dated = body.replace(/"webhookTimestamp":\d+/, `"webhookTimestamp":${now.getTime()}`);
      return { body: dated, headers: { 'linear-signature': hmac('sha256', SECRET, dated, 'hex') } };
    },
    expires: true,
    again: 'known',
    eventType: 'Issue',
  },
  {
    provider: 'slack',
    credentials: webhookSecret,
    connection: { config: { 'team.id': 'T1' } },
    body: (event_id) => ({ type: 'event_callback', team_id: 'T1', event_id, event: { type: 'message' } }),
    sign: ({ body, now }) => ({
      headers: {
        'x-slack-request-timestamp': seconds(now),
        'x-slack-signature': `v0=${hmac('sha256', SECRET, `v0:${seconds(now)}:${body}`, 'hex')}`,
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'event_callback',
  },
  {
    provider: 'shopify',
    credentials: app,
    connection: { config: { subdomain: 'acme' } },
    body: (id) => ({ id, title: 'Shirt' }),
    headers: (unique) => ({
      'x-shopify-topic': 'products/create',
      'x-shopify-shop-domain': 'acme.myshopify.com',
      'x-shopify-webhook-id': unique,
    }),
    sign: ({ body }) => ({ headers: { 'x-shopify-hmac-sha256': hmac('sha256', CLIENT_SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'products/create',
  },
  {
    provider: 'hubspot',
    credentials: app,
    connection: { config: { hub_id: 62515 } },
    body: (id) => [
      { eventId: id, subscriptionId: 1, portalId: 62515, subscriptionType: 'contact.creation', objectId: 1 },
    ],
    sign: ({ body }) => ({
      headers: { 'x-hubspot-signature': createHash('sha256').update(`${CLIENT_SECRET}${body}`).digest('hex') },
    }),
    again: 'known',
    eventType: 'contact.creation',
  },
  {
    provider: 'notion',
    credentials: webhookSecret,
    connection: { config: { workspace_id: 'ws-1' } },
    body: (id) => ({ id, type: 'page.created', workspace_id: 'ws-1' }),
    sign: ({ body }) => ({ headers: { 'x-notion-signature': `sha256=${hmac('sha256', SECRET, body, 'hex')}` } }),
    again: 'known',
    eventType: 'page.created',
  },
  {
    provider: 'jira',
    credentials: webhookSecret,
    connection: { config: { baseUrl: 'https://acme.atlassian.net' } },
    body: (id) => ({
      webhookEvent: 'jira:issue_created',
      issue: { id, self: 'https://acme.atlassian.net/rest/api/2/issue/10001' },
    }),
    headers: (unique) => ({ 'x-atlassian-webhook-identifier': unique }),
    sign: ({ body }) => ({ headers: { 'x-hub-signature': `sha256=${hmac('sha256', SECRET, body, 'hex')}` } }),
    again: 'known',
    eventType: 'jira:issue_created',
  },
  {
    provider: 'attio',
    credentials: webhookSecret,
    connection: { config: { workspace_id: 'aw-1' } },
    body: (id) => ({ webhook_id: id, events: [{ event_type: 'record.created', id: { workspace_id: 'aw-1' } }] }),
    headers: (unique) => ({ 'idempotency-key': unique }),
    sign: ({ body }) => ({ headers: { 'attio-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'record.created',
  },
  {
    provider: 'checkr',
    credentials: webhookSecret,
    connection: { config: { account_id: 'ca-1' } },
    body: (id) => ({ id, object: 'event', type: 'report.completed', account_id: 'ca-1' }),
    sign: ({ body }) => ({ headers: { 'x-checkr-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'report.completed',
  },
  {
    provider: 'xero',
    credentials: webhookSecret,
    connection: { config: { tenantId: 'xt-1' } },
    body: (id) => ({
      events: [{ resourceId: id, eventType: 'UPDATE', eventDateUtc: '2026-01-01T00:00:00', tenantId: 'xt-1' }],
      entropy: 'x',
    }),
    sign: ({ body }) => ({ headers: { 'x-xero-signature': hmac('sha256', SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'UPDATE',
  },
  {
    provider: 'jobber',
    credentials: app,
    connection: { config: { accountId: 'ja-1' } },
    body: (id) => ({ data: { webHookEvent: { topic: 'CLIENT_CREATE', accountId: 'ja-1', itemId: id } } }),
    sign: ({ body }) => ({ headers: { 'x-jobber-hmac-sha256': hmac('sha256', CLIENT_SECRET, body, 'base64') } }),
    again: 'known',
    eventType: 'CLIENT_CREATE',
  },
  {
    provider: 'calendly',
    credentials: webhookSecret,
    connection: { config: { owner: 'https://api.calendly.com/users/U1' } },
    body: (id) => ({ event: 'invitee.created', created_by: 'https://api.calendly.com/users/U1', payload: { uri: id } }),
    sign: ({ body, now }) => ({
      headers: {
        'calendly-webhook-signature': `t=${seconds(now)},v1=${hmac('sha256', SECRET, `${seconds(now)}.${body}`, 'hex')}`,
      },
    }),
    expires: true,
    again: 'known',
    eventType: 'invitee.created',
  },
  {
    provider: 'pagerduty',
    credentials: webhookSecret,
    body: (id) => ({ event: { id, event_type: 'incident.triggered' } }),
    headers: (_unique, connectionId) => ({ 'svc-connection-id': connectionId }),
    sign: ({ body }) => ({
      headers: { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${hmac('sha256', SECRET, body, 'hex')}` },
    }),
    again: 'known',
    eventType: 'incident.triggered',
  },
  {
    provider: 'autotask',
    credentials: webhookSecret,
    connection: { config: { webhookGuid: '9e2f1a1c-0b5e-4a39-9c39-6f7e6a6d2a11' } },
    body: (id) => ({ Action: 'Create', Guid: '9e2f1a1c-0b5e-4a39-9c39-6f7e6a6d2a11', EntityType: 'Ticket', Id: id }),
    sign: ({ body }) => ({ headers: { 'x-hook-signature': `sha1=${hmac('sha1', SECRET, body, 'base64')}` } }),
    again: 'known',
    eventType: 'Ticket',
  },
  {
    provider: 'sellsy',
    credentials: webhookSecret,
    connection: { config: { corpid: '42' } },
    body: (id) => ({ eventType: 'docslog', event: 'created', corpid: 42, relatedid: id }),
    sign: ({ body }) => ({ headers: { 'x-webhook-signature': hmac('sha1', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'docslog',
  },
  {
    provider: 'fathom',
    credentials: { webhook_secret: STANDARD_SECRET },
    connection: { metadata: { emailAddress: 'alice@acme.test' } },
    body: (id) => ({ url: id, recorded_by: { email: 'alice@acme.test' } }),
    sign: standardWebhook('webhook', STANDARD_SECRET),
    expires: true,
    again: 'known',
    eventType: '*',
  },
  {
    provider: 'highlevel',
    credentials: {
      webhook_secret: Buffer.from(ed25519.publicKey.export({ type: 'spki', format: 'der' })).toString('base64'),
    },
    connection: { config: { locationId: 'hl-1' } },
    body: (webhookId) => ({ webhookId, type: 'ContactCreate', locationId: 'hl-1' }),
    sign: ({ body }) => ({
      headers: { 'x-ghl-signature': signWithKey(null, Buffer.from(body), ed25519.privateKey).toString('base64') },
    }),
    again: 'known',
    eventType: 'ContactCreate',
  },
  {
    provider: 'sentry',
    credentials: webhookSecret,
    connection: { config: { 'installation.id': 'a8e5d37a' } },
    body: (id) => ({ action: 'created', installation: { uuid: 'a8e5d37a' }, data: { issue: { id } } }),
    headers: (unique) => ({ 'sentry-hook-resource': 'issue', 'request-id': unique }),
    sign: ({ body }) => ({ headers: { 'sentry-hook-signature': hmac('sha256', SECRET, body, 'hex') } }),
    again: 'known',
    eventType: 'issue',
  },
  {
    provider: 'microsoft-client-credentials',
    credentials: webhookSecret,
    connection: { config: { tenant: '84bd8158-6d4d-4958-8b9f-9d6445542f95' } },
    body: (id) => ({
      value: [
        { changeType: 'created', tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95', resource: id, clientState: SECRET },
      ],
    }),
    sign: () => ({ headers: {} }),
    spoil: ({ headers }) => ({
      headers,
      body: JSON.stringify({ value: [{ changeType: 'created', tenantId: 'x', clientState: 'a guess' }] }),
    }),
    again: 'ping',
    eventType: 'created',
  },
  {
    provider: 'salesforce',
    body: (id, connectionId) => ({ nango: { connectionId, eventType: 'Account:update', eventId: id } }),
    sign: null,
    again: 'known',
    eventType: 'Account:update',
  },
  {
    provider: 'unauthenticated',
    body: (_id, connectionId) => ({ type: 'thing.happened', connectionId }),
    headers: (unique) => ({ 'idempotency-key': unique }),
    sign: null,
    again: 'known',
    eventType: 'thing.happened',
  },
];
