import { describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import type { IncomingHttpHeaders } from 'node:http';
import { LocalDelivery } from './local-delivery.js';

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
});
