import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailHash } from '@svc/providers';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { IntakeUnderTest, type TestIntegration } from '../testing/inbound-webhooks/intake-under-test.js';
import { googleToken, paypalKey, ProviderHosts } from '../testing/inbound-webhooks/provider-hosts.js';

const SECRET = 'a secret of the webhook';
const json = JSON.stringify;

describe('webhooks of providers', () => {
  let bed: IntakeUnderTest;
  let hosts: ProviderHosts;

  beforeAll(async () => {
    hosts = await ProviderHosts.start();
    bed = await IntakeUnderTest.start({ PROVIDERS_DIR: hosts.folder });
  }, 60_000);

  afterAll(async () => {
    await bed.close();
    await hosts.stop();
  });

  const received = async (integration: TestIntegration): Promise<any[]> => {
    await bed.drain(integration);
    return await bed.forwarded(integration);
  };

  describe('the addresses', () => {
    it('are both taken, and the short one by provider where the key is unknown (D9)', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.connection(integration, { connectionId: 'c' });
      const body = json({ connectionId: 'c', type: 't' });
      expect(await bed.send(integration, { body })).toMatchObject({ status: 200, body: { status: 'success' } });
      expect(await bed.send({ path: `/webhook/${integration.key}` }, { body })).toMatchObject({ status: 200 });
      expect(await bed.send({ path: '/webhook/unauthenticated' }, { body })).toMatchObject({ status: 200 });
      expect(await received(integration)).toHaveLength(3);

      await bed.integration('unauthenticated');
      await waitForMemory();
      expect(await bed.send({ path: '/webhook/unauthenticated' }, { body })).toMatchObject({
        status: 409,
        body: { error: { code: 'ambiguous_integration' } },
      });
      expect(await bed.send({ path: `/webhook/${integration.key}` }, { body })).toMatchObject({ status: 200 });
    });

    it('that are none are refused', async () => {
      const integration = await bed.integration('unauthenticated');
      const uuid = integration.path.split('/')[2];
      const send = (at: string) => bed.send({ path: at }, { body: '{}' });
      expect(await send(`/webhook/nonsense/${integration.key}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_uri_params' } },
      });
      expect(await send(`/webhook/${uuid}/a%2Fb`)).toMatchObject({ status: 400 });
      expect(await send(`/webhook/${randomUUID()}/${integration.key}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_environment' } },
      });
      expect(await send(`/webhook/${uuid}/nobody`)).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_provider_config' } },
      });
      expect(await send('/webhook/nobody')).toMatchObject({ status: 404 });
      expect(await bed.send(integration, { method: 'GET', headers: {} })).toMatchObject({ status: 405 });
    });

    it('of a provider that sends none answer 204 and keep nothing', async () => {
      const integration = await bed.integration('private-api-bearer').catch(() => undefined);
      expect(integration).toBeUndefined();
      const { body } = await bed.api.request('GET', '/environments', { key: bed.api.account.accountKey });
      expect(body.data).toHaveLength(1);
      const { rows } = await bed.api.database.query<{ uuid: string }>('SELECT uuid FROM environments');
      await bed.api.request('POST', '/integrations', {
        body: { provider: 'private-api-bearer', unique_key: 'silent' },
      });
      expect(await bed.send({ path: `/webhook/${rows[0]?.uuid}/silent` }, { body: '{}' })).toMatchObject({
        status: 204,
      });
    });
  });

  describe('bodies', () => {
    it('of any type are kept byte for byte', async () => {
      const integration = await bed.integration('unauthenticated');
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await bed.send(integration, { body: bytes, headers: { 'content-type': 'application/octet-stream' } });
      await bed.send(integration, { body: '<a>ä</a>', headers: { 'content-type': 'text/xml' } });
      await bed.send(integration, {
        body: 'a=1&b=%20x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      await bed.send(integration, { body: '{ "b" : 1,\n"a":2 }' });
      const stored = await bed.stored(integration);
      expect(stored.map(({ body }) => body.toString('latin1'))).toEqual([
        Buffer.from(bytes).toString('latin1'),
        Buffer.from('<a>ä</a>').toString('latin1'),
        'a=1&b=%20x',
        '{ "b" : 1,\n"a":2 }',
      ]);
      expect((await received(integration)).map(({ payload }) => payload)).toEqual([
        Buffer.from(bytes).toString('base64'),
        '<a>ä</a>',
        { a: '1', b: ' x' },
        { a: 2, b: 1 },
      ]);
    });

    it.each(['', 'json', 'application/json, application/json'])(
      'are taken with "%s" for their type, which is none',
      async (type) => {
        const integration = await bed.integration('unauthenticated');
        const answer = await bed.send(integration, { body: '{"n":1}', headers: { 'content-type': type } });
        expect(answer).toMatchObject({ status: 200 });
        expect((await received(integration)).map(({ payload }) => payload)).toEqual([{ n: 1 }]);
      },
    );

    it('go up to 10 MB', async () => {
      const integration = await bed.integration('unauthenticated');
      const body = Buffer.alloc(10 * 1024 * 1024, 'x');
      const headers = { 'content-type': 'text/plain' };
      expect(await bed.send(integration, { body, headers })).toMatchObject({ status: 200 });
      expect(await bed.send(integration, { body: Buffer.concat([body, body.subarray(0, 1)]), headers })).toMatchObject({
        status: 413,
        body: { error: { code: 'body_too_large' } },
      });
      expect((await bed.stored(integration)).map((row) => row.body.length)).toEqual([body.length]);
    });

    it('keep all digits of their numbers', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.connection(integration, { connectionId: '9007199254740993' });
      await bed.send(integration, {
        body: '{"connectionId":9007199254740993,"ids":[18446744073709551615],"price":1.10}',
      });
      await bed.send(integration, { body: '{"n":1e9999999,"long":1e-9999999}' });
      const [event] = await received(integration);
      expect(event.connectionId).toBe('9007199254740993');
      const { rows } = await bed.api.database.query<{ id: string; text: string }>(
        `SELECT id, payload->>'payload' AS text FROM webhook_events WHERE payload->>'providerConfigKey' = $1 ORDER BY id`,
        [integration.key],
      );
      expect(rows[0]?.text).toBe('{"ids": [18446744073709551615], "price": 1.10, "connectionId": 9007199254740993}');
      expect(rows[1]?.text).toBe('{"n": null, "long": 0}');
      const path = `${bed.api.url}/webhook-events/${rows[0]?.id}`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${bed.api.account.secretKey}` } });
      expect(await answer.text()).toContain('"ids":[18446744073709551615]');
    });

    it('hold what PostgreSQL cannot store in JSON, and go on all the same', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.send(integration, { body: '{"type":"a\\u0000b","text":"\\ud800 and \\u0000","next":1}' });
      expect(await received(integration)).toMatchObject([{ payload: { text: '\u{FFFD} and \u{FFFD}', next: 1 } }]);
    });

    it('hold up nobody with names that PostgreSQL cannot compare', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.connection(integration, { connectionId: 'c' });
      await bed.send(integration, { body: '{"connectionId":"c\\u0000"}' });
      await bed.send(integration, { body: '{"connectionId":"\\ud800"}' });
      await bed.send(integration, { body: '{"connectionId":"c","type":"a\\u0000b"}' });
      expect((await received(integration)).map(({ connectionId }) => connectionId)).toEqual([
        undefined,
        undefined,
        'c',
      ]);
    });

    it('of an address that names a connection which cannot be are refused as others are', async () => {
      const integration = await bed.integration('asana');
      const headers = { 'x-hook-signature': 'ab' };
      expect(await bed.send(integration, { query: '?svcConnectionId=%00', headers, body: '{}' })).toMatchObject({
        status: 401,
      });
    });
  });

  describe('matching', () => {
    it('forwards what is for nobody without a connection (D10), and nothing where that is not wanted', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.send(integration, { body: json({ connectionId: 'nobody' }) });
      const [event] = await received(integration);
      expect(event).toEqual({
        from: 'unauthenticated',
        providerConfigKey: integration.key,
        type: 'forward',
        payload: { connectionId: 'nobody' },
      });
      const silent = await bed.integration('unauthenticated', { forward_webhooks: false });
      await bed.send(silent, { body: json({ connectionId: 'nobody' }) });
      expect(await received(silent)).toEqual([]);
      expect(await bed.stored(silent)).toMatchObject([{ status: 'ignored' }]);
    });

    it('gives every connection that watches a resource its own, with the headers as payload', async () => {
      const integration = await bed.integration('google-drive');
      await bed.connection(integration, { connectionId: 'a', metadata: { googleDriveWatchResourceIds: ['r1', 'r2'] } });
      await bed.connection(integration, { connectionId: 'b', metadata: { googleDriveWatchResourceIds: 'r2' } });
      await bed.connection(integration, { connectionId: 'c', metadata: { googleDriveWatchResourceIds: ['r3'] } });
      await bed.connection(integration, {
        connectionId: 'd',
        metadata: { googleDriveWatchResourceUris: ['https://drive.test/changes'] },
      });
      const notify = (number: string, headers: Record<string, string>) =>
        bed.send(integration, {
          headers: {
            'x-goog-channel-id': 'ch',
            'x-goog-message-number': number,
            'x-goog-resource-state': 'update',
            ...headers,
          },
        });
      await notify('1', { 'x-goog-resource-id': 'r2' });
      await notify('2', { 'x-goog-resource-id': 'r9', 'x-goog-resource-uri': 'https://drive.test/changes' });
      const events = await received(integration);
      expect(events.map(({ connectionId }) => connectionId).toSorted()).toEqual(['a', 'b', 'd']);
      expect(events[0].payload).toMatchObject({ 'x-goog-resource-id': 'r2', 'x-goog-channel-id': 'ch' });
      expect(events[0].payload).not.toHaveProperty('authorization');
    });

    it('takes the address of the webhook before the provider, in both spellings, and forgets deleted connections', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.connection(integration, { connectionId: 'named' });
      await bed.connection(integration, { connectionId: 'told' });
      const body = json({ connectionId: 'told' });
      await bed.send(integration, { query: '?svcConnectionId=named', body });
      await bed.send(integration, { query: '?nangoConnectionId=named', body });
      await bed.send(integration, { body });
      expect((await received(integration)).map(({ connectionId }) => connectionId)).toEqual(['named', 'named', 'told']);
      await bed.api.request('DELETE', `/connections/told?provider_config_key=${integration.key}`);
      await bed.send(integration, { body });
      expect((await received(integration)).at(-1)).not.toHaveProperty('connectionId');
    });

    it.each([true, false])(
      'gives a webhook to the functions that subscribe to it, and forwards the rest where it is wanted: %s (D10)',
      async (forward_webhooks) => {
        const integration = await bed.integration('unauthenticated', { forward_webhooks });
        await bed.connection(integration, { connectionId: 'with' });
        await bed.api.database.query(
          `WITH f AS (
             INSERT INTO functions (environment_id, integration_id, type, name, current_version_id)
             SELECT environment_id, id, 'sync', 'issues', gen_random_uuid() FROM integrations WHERE id = $1 RETURNING *),
           v AS (
             INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
             SELECT current_version_id, id, gen_random_uuid(), 'h', '', '{"webhookSubscriptions": ["issue"]}' FROM f)
           INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name)
           SELECT f.environment_id, f.integration_id, c.id, f.id, 'issues'
             FROM f JOIN connections c ON c.integration_id = f.integration_id`,
          [integration.id],
        );
        await bed.connection(integration, { connectionId: 'without' });
        for (const [type, connectionId] of [
          ['issue', 'with'],
          ['push', 'with'],
          ['issue', 'without'],
        ])
          await bed.send(integration, { body: json({ type, connectionId, text: '\0' }) });
        const forwarded = await received(integration);
        expect(forwarded.map(({ connectionId, payload }) => [connectionId, payload.type])).toEqual(
          forward_webhooks
            ? [
                ['with', 'push'],
                ['without', 'issue'],
              ]
            : [],
        );
        expect((await bed.stored(integration)).map(({ status }) => status)).toEqual(
          forward_webhooks ? ['dispatched', 'dispatched', 'dispatched'] : ['dispatched', 'ignored', 'ignored'],
        );
        const { rows } = await bed.api.database.query(
          `SELECT r.event_type, r.payload->>'connectionId' AS id FROM webhook_runs r JOIN syncs s ON s.id = r.sync_id
            WHERE s.integration_id = $1`,
          [integration.id],
        );
        expect(rows).toEqual([{ event_type: 'issue', id: 'with' }]);
      },
    );

    it('splits several events in one webhook', async () => {
      const integration = await bed.integration('hubspot', { credentials: { client_id: 'i', client_secret: SECRET } });
      await bed.connection(integration, { connectionId: 'one', config: { hub_id: 1 } });
      await bed.connection(integration, { connectionId: 'two', config: { portalId: '2' } });
      const events = [1, 2, 3].map((portalId) => ({
        portalId,
        eventId: portalId,
        subscriptionType: 'contact.deletion',
      }));
      const body = json(events);
      const signature = createHmacFree(`${SECRET}${body}`);
      await bed.send(integration, { body, headers: { 'x-hubspot-signature': await signature } });
      expect(
        (await received(integration)).map(({ connectionId, payload }) => [connectionId, payload.portalId]),
      ).toEqual([
        ['one', 1],
        ['two', 2],
        [undefined, 3],
      ]);
    });

    it('is done by indexes', async () => {
      const { rows } = await bed.api.database.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT 1 FROM connections WHERE deleted_at IS NULL AND metadata @> '{"a":"b"}'`,
      );
      expect(rows.length).toBeGreaterThan(0);
      const { rows: indexes } = await bed.api.database.query<{ indexdef: string }>(
        `SELECT indexdef FROM pg_indexes WHERE indexname IN ('connections_config_lookup', 'connections_metadata_lookup')`,
      );
      expect(indexes.map(({ indexdef }) => indexdef)).toEqual([
        expect.stringContaining('jsonb_path_ops'),
        expect.stringContaining('jsonb_path_ops'),
      ]);
    });
  });

  describe('of a mailbox', () => {
    const push = (emailAddress: string, messageId: string = randomUUID()) =>
      json({
        message: {
          data: Buffer.from(json({ emailAddress, historyId: 9 })).toString('base64'),
          messageId,
          publishTime: 'x',
        },
        subscription: 'projects/p/subscriptions/s',
      });

    it('find the connection by the hash, then by metadata', async () => {
      const integration = await bed.integration('google-mail');
      await bed.connection(integration, {
        connectionId: 'hash',
        config: { emailAddressHash: emailHash('Alice@acme.test ') },
      });
      await bed.connection(integration, { connectionId: 'too', metadata: { emailAddress: 'alice@acme.test' } });
      await bed.connection(integration, { connectionId: 'address', metadata: { emailAddress: 'bob@acme.test' } });
      await bed.connection(integration, { connectionId: 'email', metadata: { email: ['carol@acme.test'] } });
      for (const address of ['alice@acme.test', 'bob@acme.test', 'carol@acme.test', 'dave@acme.test'])
        expect(await bed.send(integration, { body: push(address) })).toMatchObject({ status: 200 });
      const events = await received(integration);
      expect(events.map(({ connectionId }) => connectionId)).toEqual(['hash', 'address', 'email', undefined]);
      expect(events[0].payload).toMatchObject({
        message: { messageId: expect.any(String) },
        subscription: expect.any(String),
      });
    });

    it('are checked where Google signs them', async () => {
      const integration = await bed.integration('google-mail');
      await bed.connection(integration, { connectionId: 'alice', metadata: { email: 'alice@acme.test' } });
      const audience = integration.url;
      const send = async (authorization: string) =>
        await bed.send(integration, { body: push('alice@acme.test'), headers: { authorization } });
      expect(await send(`Bearer ${await googleToken({ audience })}`)).toMatchObject({ status: 200 });
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      for (const wrong of [
        await googleToken({ audience, issuer: 'https://evil.test' }),
        await googleToken({ audience: 'https://elsewhere.test' }),
        await googleToken({ audience, issuedAt: new Date(Date.now() - 3_600_000) }),
        await googleToken({ audience, key: privateKey }),
        'nonsense',
      ])
        expect(await send(`Bearer ${wrong}`)).toMatchObject({ status: 401 });
      expect(await received(integration)).toMatchObject([{ connectionId: 'alice' }]);
      const [row] = await bed.stored(integration);
      expect(json(row.headers)).not.toContain('Bearer');
    });
  });

  describe('handshakes', () => {
    it('are answered at once, and not stored', async () => {
      const slack = await bed.integration('slack', { credentials: { webhook_secret: SECRET } });
      expect(await bed.send(slack, { body: json({ type: 'url_verification', challenge: 'abc' }) })).toMatchObject({
        status: 200,
        body: { challenge: 'abc' },
      });
      const microsoft = await bed.integration('microsoft-client-credentials');
      const answer = await bed.send(microsoft, { query: '?validationToken=a%20%3Cb%3E', body: '' });
      expect(answer).toMatchObject({ status: 200, body: 'a <b>' });
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      const zoom = await bed.integration('zoom', { credentials: { webhook_secret: SECRET } });
      expect(
        await bed.send(zoom, { body: json({ event: 'endpoint.url_validation', payload: { plainToken: 'p' } }) }),
      ).toMatchObject({
        status: 200,
        body: { plainToken: 'p', encryptedToken: createHmac('sha256', SECRET).update('p').digest('hex') },
      });
      const dropbox = await bed.integration('dropbox');
      expect(await bed.send(dropbox, { method: 'GET', query: '?challenge=xyz' })).toMatchObject({
        status: 200,
        body: 'xyz',
      });
      const trello = await bed.integration('trello');
      expect(await bed.send(trello, { method: 'HEAD' })).toMatchObject({ status: 200 });
      for (const integration of [slack, microsoft, zoom, dropbox, trello])
        expect(await bed.stored(integration)).toEqual([]);
    });

    it('of Xero have no events and are judged by their signature', async () => {
      const xero = await bed.integration('xero', { credentials: { webhook_secret: SECRET } });
      const body = json({ events: [], entropy: 'e' });
      const signature = createHmac('sha256', SECRET).update(body).digest('base64');
      expect(await bed.send(xero, { body, headers: { 'x-xero-signature': signature } })).toMatchObject({
        status: 200,
        body: '',
      });
      expect(await bed.send(xero, { body, headers: { 'x-xero-signature': 'x' } })).toMatchObject({ status: 401 });
      expect(await bed.stored(xero)).toEqual([]);
    });

    it('that name the secret are believed once', async () => {
      const notion = await bed.integration('notion');
      const name = (token: string) => bed.send(notion, { body: json({ verification_token: token }) });
      expect(await name('first')).toMatchObject({ status: 200 });
      expect(await name('second')).toMatchObject({ status: 200 });
      const { body } = await bed.api.request('GET', `/integrations/${notion.key}?include=credentials`);
      expect(body.data.credentials.webhook_secret).toBe('first');

      const asana = await bed.integration('asana');
      await bed.connection(asana, { connectionId: 'c', metadata: { team: 'x' } });
      const hook = await bed.send(asana, {
        query: '?svcConnectionId=c',
        headers: { 'x-hook-secret': SECRET },
        body: '',
      });
      expect(hook.headers.get('x-hook-secret')).toBe(SECRET);
      const events = json({ events: [{ action: 'changed' }] });
      const signed = (secret: string) => ({
        query: '?svcConnectionId=c',
        body: events,
        headers: { 'x-hook-signature': createHmac('sha256', secret).update(events).digest('hex') },
      });
      expect(await bed.send(asana, signed('another'))).toMatchObject({ status: 401 });
      expect(await bed.send(asana, signed(SECRET))).toMatchObject({ status: 200 });
    });

    it('set no secret for a connection of an integration that has one', async () => {
      const asana = await bed.integration('asana', { credentials: { webhook_secret: SECRET } });
      await bed.connection(asana, { connectionId: 'c' });
      const query = '?svcConnectionId=c';
      await bed.send(asana, { query, headers: { 'x-hook-secret': 'of a stranger' }, body: '' });
      const body = json({ events: [{ action: 'changed' }] });
      const signed = (secret: string) => ({
        query,
        body,
        headers: { 'x-hook-signature': createHmac('sha256', secret).update(body).digest('hex') },
      });
      expect(await bed.send(asana, signed('of a stranger'))).toMatchObject({ status: 401 });
      expect(await bed.send(asana, signed(SECRET))).toMatchObject({ status: 200 });
    });
  });

  describe('refused ones', () => {
    it('show in the log, with what to do', async () => {
      const stripe = await bed.integration('stripe');
      const refused = await bed.send(stripe, { body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } });
      expect(refused).toMatchObject({
        status: 401,
        body: { error: { message: expect.stringContaining('webhook_secret') } },
      });
      const found = await eventually(async () => {
        const { body } = await bed.api.request(
          'GET',
          `/logs/operations?type=webhook&status=failed&integration=${stripe.key}`,
        );
        return body.data[0];
      });
      expect(found).toMatchObject({ action: 'receive', error: { code: 'invalid_webhook_signature' } });
    });
  });

  it('sent many times at once are dispatched once', async () => {
    const github = await bed.integration('github', { credentials: { webhook_secret: SECRET } });
    const body = json({ action: 'opened' });
    const headers = {
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => bed.send(github, { body, headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await received(github)).toHaveLength(1);
  });

  describe('that are equal', () => {
    it('are events of their own where nobody names them', async () => {
      const integration = await bed.integration('unauthenticated');
      await bed.connection(integration, { connectionId: 'bell' });
      const body = json({ type: 'rung', connectionId: 'bell' });
      for (const key of [undefined, undefined, 'a', 'a', 'b'])
        await bed.send(integration, { body, headers: key === undefined ? {} : { 'webhook-id': key } });
      expect(await received(integration)).toHaveLength(4);
    });

    it('are events of each connection that the address names', async () => {
      const asana = await bed.integration('asana', { credentials: { webhook_secret: SECRET } });
      for (const connectionId of ['one', 'two']) await bed.connection(asana, { connectionId });
      const body = json({ events: [{ action: 'changed', resource: { gid: '1' } }] });
      const headers = { 'x-hook-signature': createHmac('sha256', SECRET).update(body).digest('hex') };
      for (const connectionId of ['one', 'two', 'one'])
        await bed.send(asana, { query: `?svcConnectionId=${connectionId}`, body, headers });
      expect((await received(asana)).map(({ connectionId }) => connectionId)).toEqual(['one', 'two']);
    });

    it('add nothing while one waits that says the same, but are not lost once it is dispatched', async () => {
      const dropbox = await bed.integration('dropbox', { credentials: { client_id: 'i', client_secret: SECRET } });
      await bed.connection(dropbox, { connectionId: 'c', config: { account_id: 'dbid:1' } });
      const body = json({ list_folder: { accounts: ['dbid:1'] } });
      const headers = { 'x-dropbox-signature': createHmac('sha256', SECRET).update(body).digest('hex') };
      for (const expected of [1, 2]) {
        await Promise.all(Array.from({ length: 5 }, () => bed.send(dropbox, { body, headers })));
        expect(await received(dropbox)).toHaveLength(expected);
      }
    });
  });

  it('of HubSpot are taken by version 3 of their signature too', async () => {
    const hubspot = await bed.integration('hubspot', { credentials: { client_id: 'i', client_secret: SECRET } });
    const body = json([{ eventId: 1, portalId: 1, subscriptionType: 'contact.creation' }]);
    const send = (at: number, secret = SECRET) => {
      const signed = createHmac('sha256', secret).update(`POST${hubspot.url}${body}${at}`).digest('base64');
      const headers = { 'x-hubspot-signature-v3': signed, 'x-hubspot-request-timestamp': String(at) };
      return bed.send(hubspot, { body, headers });
    };
    expect(await send(Date.now(), 'a guess')).toMatchObject({ status: 401 });
    expect(await send(Date.now() - 3_600_000)).toMatchObject({ status: 401 });
    expect(await send(Date.now())).toMatchObject({ status: 200 });
  });

  it('are not believed on a certificate of somebody else', async () => {
    const paypal = await bed.integration('paypal', { credentials: { webhook_secret: 'W1' } });
    const body = json({ id: randomUUID(), event_type: 'PAYMENT.CAPTURE.COMPLETED' });
    const signature = sign('sha256', Buffer.from(`t|2026-01-01|W1|${crc32(body)}`), paypalKey).toString('base64');
    const send = (url: string) =>
      bed.send(paypal, {
        body,
        headers: {
          'paypal-transmission-id': 't',
          'paypal-transmission-time': '2026-01-01',
          'paypal-cert-url': url,
          'paypal-transmission-sig': signature,
        },
      });
    const elsewhere = `${hosts.url}/elsewhere/certificate`;
    expect(await send(elsewhere)).toMatchObject({ status: 401 });
    expect(await send(`https://api.paypal.com.evil.test/certificate`)).toMatchObject({ status: 401 });
    expect(hosts.asked).not.toContain('/elsewhere/certificate');
    expect(await send(`${hosts.url}/paypal/gone`)).toMatchObject({ status: 503 });
    expect(await send(`${hosts.url}/paypal/certificate`)).toMatchObject({ status: 200 });
  });

  it('keep their order', async () => {
    const integration = await bed.integration('unauthenticated');
    for (let number = 0; number < 30; number += 1) await bed.send(integration, { body: json({ number }) });
    expect((await received(integration)).map(({ payload }) => payload.number)).toEqual([...Array(30).keys()]);
  });

  it('can be listed, read and replayed', async () => {
    const integration = await bed.integration('unauthenticated');
    await bed.connection(integration, { connectionId: 'c' });
    await bed.send(integration, { body: json({ connectionId: 'c', type: 'a', n: 1 }) });
    await bed.send(integration, { body: json({ connectionId: 'x', type: 'b', n: 2 }) });
    await received(integration);
    const list = async (query: string) =>
      (await bed.api.request('GET', `/inbound-webhooks?provider_config_key=${integration.key}${query}`)).body;
    const { data } = await list('');
    expect(data).toMatchObject([
      { status: 'unmatched', event_type: 'b', connection_ids: [], error: null },
      { status: 'dispatched', event_type: 'a', connection_ids: ['c'] },
    ]);
    expect((await list('&status=unmatched')).data).toHaveLength(1);
    expect((await list('&connection_id=c')).data).toMatchObject([{ event_type: 'a' }]);
    const first = await list('&limit=1');
    expect((await list(`&limit=1&cursor=${first.next_cursor}`)).data).toMatchObject([{ event_type: 'a' }]);
    expect(await bed.api.request('GET', '/inbound-webhooks?cursor=x')).toMatchObject({ status: 400 });
    expect(await bed.api.request('GET', '/inbound-webhooks?connection_id=c')).toMatchObject({ status: 400 });

    const { body: read } = await bed.api.request('GET', `/inbound-webhooks/${data[0].id}`);
    expect(read.data).toMatchObject({
      body: { encoding: 'utf8', content: json({ connectionId: 'x', type: 'b', n: 2 }) },
    });
    expect(await bed.api.request('GET', '/inbound-webhooks/999999999')).toMatchObject({ status: 404 });

    await bed.connection(integration, { connectionId: 'x' });
    expect(await bed.api.request('POST', `/inbound-webhooks/${data[0].id}/replay`)).toMatchObject({
      status: 200,
      body: { data: { status: 'received' } },
    });
    expect(await bed.api.request('POST', `/inbound-webhooks/${data[0].id}/replay`)).toMatchObject({ status: 409 });
    expect((await received(integration)).at(-1)).toMatchObject({ connectionId: 'x', payload: { n: 2 } });
  });

  /** Changes of integrations are noticed after two seconds. */
  async function waitForMemory(): Promise<void> {
    await eventually(async () => {
      const answer = await bed.send({ path: '/webhook/unauthenticated' }, { body: '{}' });
      return answer.status === 409 ? true : undefined;
    });
  }
});

describe('webhooks of providers without PostgreSQL', () => {
  it('are answered 503, and when to come again', async () => {
    const bed = await IntakeUnderTest.start();
    const integration = await bed.integration('unauthenticated');
    expect(await bed.send(integration, { body: '{}' })).toMatchObject({ status: 200 });
    await bed.api.loseDatabase();
    for (const to of [integration, { path: '/webhook/some-other' }]) {
      const answer = await bed.send(to, { body: '{}' });
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await bed.close();
  }, 60_000);
});

describe('more webhooks than an integration may get', () => {
  it('are answered 429, and when to come again', async () => {
    const bed = await IntakeUnderTest.start({ INBOUND_WEBHOOKS_PER_MINUTE: '3' });
    const integration = await bed.integration('unauthenticated');
    const answers = [];
    // A minute may begin in between.
    for (let number = 0; number < 8; number += 1) answers.push(await bed.send(integration, { body: '{}' }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await bed.stored(integration)).toHaveLength(answers.length - refused.length);
    await bed.close();
  }, 60_000);
});

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('It did not come about.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** HubSpot: a digest without a key. */
async function createHmacFree(content: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(content))).toString('hex');
}
