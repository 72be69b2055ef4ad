import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@svc/testing';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FlowUnderTest } from '../testing/flow-under-test.js';
import { json } from '../testing/token-server.js';

/** A client of its own that has asked for a WebSocket, and keeps its side open. */
async function upgrading(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  const request = `GET / HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\nSec-WebSocket-Key: ${btoa('sixteen bytes ok')}\r\n\r\n`;
  await new Promise((resolve) => socket.write(request, resolve));
  return socket;
}

describe('the WebSocket of existing clients', () => {
  let flow: FlowUnderTest;
  let other: ApiUnderTest;
  const opened: WebSocket[] = [];

  beforeAll(async () => {
    flow = await FlowUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
    flow.tokens.use(json(200, { access_token: 'at', token_type: 'bearer' }));
    other = await ApiUnderTest.startOn(flow.api.database.pool.options.connectionString ?? '');
  });

  afterEach(() => {
    for (const socket of opened.splice(0)) socket.close();
  });

  afterAll(async () => {
    await other.close();
    await flow.close();
  });

  const open = async (api: ApiUnderTest, path = '/') => {
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}${path}`);
    opened.push(socket);
    const messages: any[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    return { socket, messages, isOpen };
  };
  const heard = (messages: unknown[], count: number) =>
    waitFor(`message ${count}`, 10_000, async () => messages.length >= count);
  const opening = async (api: ApiUnderTest) => {
    const socket = await open(api);
    await heard(socket.messages, 1);
    expect(socket.messages[0]).toEqual({ message_type: 'connection_ack', ws_client_id: expect.any(String) });
    return { ...socket, id: String(socket.messages[0].ws_client_id) };
  };

  it('tells once how it ended, also when the browser came back to another process', async () => {
    const { messages, id } = await opening(other);
    const bystander = await opening(other);
    const sent = await flow.begin({ ws_client_id: id });
    await flow.return(sent);
    const { connection_id } = await flow.attempt(sent);
    await heard(messages, 2);
    expect(messages[1]).toEqual({
      message_type: 'success',
      provider_config_key: 'acme',
      connection_id,
      is_pending: false,
    });
    const again = await flow.begin({ ws_client_id: id });
    await flow.return(again, { error: 'access_denied', error_description: 'No' });
    await heard(messages, 3);
    expect(messages.slice(2)).toEqual([
      {
        message_type: 'error',
        provider_config_key: 'acme',
        connection_id: null,
        error_type: 'callback_err',
        error_desc: expect.stringContaining('No'),
      },
    ]);
    expect(bystander.messages).toHaveLength(1);
  });

  it('tells of what failed before the provider', async () => {
    const { messages, id } = await opening(flow.api);
    await flow.open('nope', { connect_session_token: await flow.session(), ws_client_id: id });
    await heard(messages, 2);
    expect(messages[1]).toMatchObject({ message_type: 'error', error_type: 'unknown_config_key' });
  });

  it('is at its own path only, and no other request is taken for it', async () => {
    expect((await open(flow.api, '/health')).isOpen).toBe(false);
    // Some clients offer another protocol with each of their requests.
    const status = await new Promise((resolve, reject) => {
      get(`${flow.api.url}/health`, { headers: { connection: 'Upgrade', upgrade: 'h2c' } }, ({ statusCode }) =>
        resolve(statusCode),
      ).on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('does not let one address take all the room', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open(flow.api)));
    expect(sockets.filter(({ isOpen }) => isOpen)).toHaveLength(50);
    for (const { socket } of sockets) socket.close();
    await waitFor('room', 10_000, async () => (await open(flow.api)).isOpen);
  });

  it('outlives clients that it turned away and that broke off', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => open(flow.api)));
    // An error that nobody hears ends a process, and fails this suite.
    const broken = Array.from({ length: 50 }, () => upgrading(flow.api.url).then((socket) => socket.resetAndDestroy()));
    await Promise.all(broken);
    const turnedAway = await upgrading(flow.api.url);
    const answer = await text(turnedAway);
    expect(answer).toContain('429 Too Many Requests');
    for (const { socket } of sockets) socket.close();
    await waitFor('room', 10_000, async () => (await open(flow.api)).isOpen);
  });

  it('closes on a client that sends much', async () => {
    const { socket } = await opening(other);
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    socket.send('x'.repeat(2000));
    await closed;
  });
});
