import { describe, expect, it } from '@jest/globals';
import { webhookEventResponseSchema } from '@svc/contracts';
import { LocalServer } from '@svc/testing';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { GatewayApi } from '../gateway-api.js';
import { LocalDelivery } from './local-delivery.js';

const eventSchema = webhookEventResponseSchema.shape.data.pick({ payload: true });

describe('LocalDelivery', () => {
  it('sends the headers of the provider along, as the gateway does, but none in the place of its own', async () => {
    const got: IncomingHttpHeaders[] = [];
    const receiver = await LocalServer.start((request, response) => {
      got.push(request.headers);
      response.writeHead(202).end();
    });
    try {
      const headers = { 'x-github-event': 'push', 'webhook-id': 'forged' };
      const webhook = { id: 'event-1', payload: { type: 'forward' }, headers };
      const answer = await new LocalDelivery(receiver.url, 'key').send(webhook, new AbortController().signal);
      expect(answer).toMatchObject({ status: 202, error: null });
      expect(got).toMatchObject([
        { 'x-github-event': 'push', 'webhook-id': 'event-1', 'content-type': 'application/json' },
      ]);
    } finally {
      await receiver.close();
    }
  });

  it('hands numbers on digit for digit as the gateway gave them', async () => {
    const payload = '{"big":12345678901234567890,"price":1.10,"small":1e-7}';
    let got = '';
    const server = await LocalServer.start((request, response) => {
      if (request.method === 'GET') return response.end(`{"data":{"payload":${payload}}}`);
      request.on('data', (part: Buffer) => (got += part.toString()));
      return request.on('end', () => response.end());
    });
    try {
      const answer = z.object({ data: eventSchema }).parse(await new GatewayApi(server.url, 'key').getExact('/'));
      const webhook = { id: 'event-1', payload: answer.data.payload ?? {}, headers: {} };
      await new LocalDelivery(server.url, undefined).send(webhook, new AbortController().signal);
      expect(got).toBe(payload);
    } finally {
      await server.close();
    }
  });
});
